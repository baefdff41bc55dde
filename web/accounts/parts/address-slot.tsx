import { type ComponentType, lazy, Suspense } from 'react';

const found = import.meta.glob<{ RememberedAddress: ComponentType }>(
  '../../shipments/shared/remembered-address.tsx',
);
const load = Object.values(found)[0];
const RememberedAddress = load && lazy(async () => ({ default: (await load()).RememberedAddress }));

/** Where things are sent to, as far as somebody wants it remembered. */
export function AddressSlot() {
  if (!RememberedAddress) return null;
  return (
    <Suspense>
      <RememberedAddress />
    </Suspense>
  );
}
