import { type ComponentType, lazy, Suspense } from 'react';
import type { OwnProduct } from '#contract/catalog.ts';

type Props = {
  product: OwnProduct | null;
  take: (product: OwnProduct) => void;
  ensure: () => Promise<OwnProduct>;
};
const found = import.meta.glob<{ StockSection: ComponentType<Props> }>(
  '../../shipments/shared/stock-section.tsx',
);
const load = Object.values(found)[0];
const StockSection = load && lazy(async () => ({ default: (await load()).StockSection }));

/** How many there are of what is sent. */
export function StockSlot(props: Props) {
  if (!StockSection) return null;
  return (
    <Suspense>
      <StockSection {...props} />
    </Suspense>
  );
}
