import { type ComponentType, lazy, Suspense } from 'react';
import type { OwnProduct } from '#contract/catalog.ts';
import { sentTypes } from '#contract/shared/product-kinds.ts';

type PanelProps = { product: OwnProduct };
const found = import.meta.glob<{ CouponsPanel: ComponentType<PanelProps> }>(
  '../../tickets/shared/coupons-panel.tsx',
);
const load = Object.values(found)[0];
const CouponsPanel = load && lazy(async () => ({ default: (await load()).CouponsPanel }));

/** Coupons and access codes; asked for again when the product leaves the draft. */
export function CouponsSlot({ product }: { product: OwnProduct }) {
  // A code opens or cheapens a ticket: what is sent has none.
  if (!CouponsPanel || sentTypes.includes(product.type)) return null;
  return (
    <Suspense>
      <CouponsPanel key={`${product.id} ${product.status}`} product={product} />
    </Suspense>
  );
}
