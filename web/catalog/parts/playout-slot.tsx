import { type ComponentType, lazy, Suspense } from 'react';
import type { OwnProduct } from '#contract/catalog.ts';
import { clockTypes } from '#contract/shared/product-kinds.ts';

type PanelProps = { slug: string; about: string };
const found = import.meta.glob<{ PlayoutPanel: ComponentType<PanelProps> }>(
  '../../live/shared/playout-panel.tsx',
);
const load = Object.values(found)[0];
const PlayoutPanel = load && lazy(async () => ({ default: (await load()).PlayoutPanel }));

/** How it stands with what the clock plays, for products of that kind. */
export function PlayoutSlot({ product }: { product: OwnProduct }) {
  if (!PlayoutPanel || !clockTypes.includes(product.type)) return null;
  return (
    <Suspense>
      <PlayoutPanel slug={product.slug} about={product.updatedAt} />
    </Suspense>
  );
}
