import { Button, Stack, Text } from '@mantine/core';
import { Link } from 'react-router';
import { type Cart, type CartGroup, cartContract } from '#contract/cart.ts';
import { api } from '#web/platform/api.ts';
import { useBrand } from '#web/platform/site-settings.ts';
import { useTranslation } from '#web/platform/words.ts';
import { useAct } from '#web/ui/act.ts';
import { Panel } from '#web/ui/panel.tsx';
import { showCartCount } from '../shared/cart-count.ts';
import { GroupPrice } from '../shared/order-summary.tsx';
import { CartCode } from './cart-code.tsx';
import { CartLines, type LineActs } from './cart-lines.tsx';

type Props = { group: CartGroup; show: (cart: Cart) => void };

/** Where what is chosen of one seller in one currency is paid. */
const checkoutOfGroup = ({ channel, currency }: Pick<CartGroup, 'channel' | 'currency'>) =>
  `/shop/checkout?${new URLSearchParams({ ...(channel && { seller: channel.slug }), currency })}`;

/** Everything chosen of one seller, which is paid as one order. */
export function CartGroupPanel({ group, show }: Props) {
  const { t } = useTranslation('sales');
  const { name: site } = useBrand();
  const act = useAct();
  const changed = async (deed: () => Promise<Cart>) => {
    const cart = await act.run(deed, { stay: true });
    if (!cart) return;
    showCartCount(cart.count);
    show(cart);
  };
  const acts: LineActs = {
    busy: act.busy,
    dropCode: ({ id }) =>
      void changed(() => api(cartContract.changeCart, { params: { id }, body: { code: null } })),
    remove: ({ id }) => void changed(() => api(cartContract.removeFromCart, { params: { id } })),
    setQuantity: ({ id }, quantity) =>
      void changed(() => api(cartContract.changeCart, { params: { id }, body: { quantity } })),
  };
  return (
    <div data-spare>
      <Panel title={group.channel?.title ?? site}>
        <Stack gap="lg">
          <CartLines group={group} act={acts} />
          {group.can.useCode && <CartCode show={show} />}
          {group.can.buy && <GroupPrice group={group} />}
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
    </div>
  );
}
