import { Button, Stack, Text } from '@mantine/core';
import { Link } from 'react-router';
import { type Cart, type CartGroup, cartContract } from '#contract/cart.ts';
import { api } from '#web/platform/api.ts';
import { useTranslation } from '#web/platform/words.ts';
import { useAct } from '#web/ui/act.ts';
import { Panel } from '#web/ui/panel.tsx';
import { showCartCount } from '../shared/cart-count.ts';
import { GroupPrice } from '../shared/order-summary.tsx';
import { CartLines } from './cart-lines.tsx';

type Props = { group: CartGroup; show: (cart: Cart) => void };

/** Where what is chosen of one seller in one currency is paid. */
export const checkoutOfGroup = ({ channel, currency }: Pick<CartGroup, 'channel' | 'currency'>) =>
  `/shop/checkout?${new URLSearchParams({ seller: channel.slug, currency })}`;

/** Everything chosen of one seller, which is paid as one order. */
export function CartGroupPanel({ group, show }: Props) {
  const { t } = useTranslation('sales');
  const act = useAct();
  const remove = async ({ id }: { id: string }) => {
    const cart = await act.run(() => api(cartContract.removeFromCart, { params: { id } }), {
      stay: true,
    });
    if (!cart) return;
    showCartCount(cart.count);
    show(cart);
  };
  return (
    <Panel title={group.channel.title}>
      <Stack gap="lg">
        <CartLines group={group} remove={(line) => void remove(line)} busy={act.busy} />
        <GroupPrice group={group} />
        {group.lines.some(({ item }) => item?.kind === 'physical') && (
          <Text size="sm" c="dimmed">
            {t('cart.sending')}
          </Text>
        )}
        {group.can.buy ? (
          <Button component={Link} to={checkoutOfGroup(group)} size="md">
            {t(group.total > 0 ? 'cart.pay' : 'checkout.takeFree')}
          </Button>
        ) : (
          <Button size="md" disabled>
            {t('cart.pay')}
          </Button>
        )}
      </Stack>
    </Panel>
  );
}
