import type { ComponentType } from 'react';
import { useSession } from '#web/platform/session.ts';
import { Late, lateCode } from '#web/ui/late.tsx';

const found = import.meta.glob<{ CartButton: ComponentType }>('../sales/shared/cart-button.tsx');
const load = Object.values(found)[0];
const cart = load && lateCode(async () => (await load()).CartButton);
const room = <span style={{ width: 40, height: 40 }} />;

/** The cart of whoever is logged in. Its room is kept while it comes. */
export function CartSlot() {
  const user = useSession();
  if (!cart || !user) return null;
  return (
    <Late code={cart} waits={room}>
      {(Cart) => <Cart />}
    </Late>
  );
}
