import { type ComponentType, lazy, Suspense } from 'react';
import type { OwnProduct } from '#contract/catalog.ts';

type PanelProps = {
  slug: string;
  onAir?: (onAir: boolean) => void;
  /** Whether somebody else sends: then how one does it is folded away. */
  theirs?: boolean;
};
type Props = Pick<PanelProps, 'onAir' | 'theirs'> & { product: OwnProduct };
const found = import.meta.glob<{ BroadcastPanel: ComponentType<PanelProps> }>(
  '../../live/shared/broadcast-panel.tsx',
);
const load = Object.values(found)[0];
const BroadcastPanel = load && lazy(async () => ({ default: (await load()).BroadcastPanel }));

/** Keys and health of the transmission, for products that are transmitted. */
export function BroadcastSlot({ product, onAir, theirs }: Props) {
  if (!BroadcastPanel || product.type !== 'broadcast') return null;
  return (
    <Suspense>
      <BroadcastPanel slug={product.slug} onAir={onAir} theirs={theirs} />
    </Suspense>
  );
}
