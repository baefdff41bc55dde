import { Button } from '@mantine/core';
import { IconShoppingCartPlus } from '@tabler/icons-react';
import { useNavigate } from 'react-router';
import { type CartForm, cartContract } from '#contract/cart.ts';
import { api } from '#web/platform/api.ts';
import { useTranslation } from '#web/platform/words.ts';
import { useAct } from '#web/ui/act.ts';
import { showCartCount } from './cart-count.ts';

/** Keeps what is chosen for later, or for one payment with other things. */
export function AddToCart({ item, disabled }: { item: CartForm; disabled: boolean }) {
  const { t } = useTranslation('sales');
  const navigate = useNavigate();
  const act = useAct();
  const add = async () => {
    const cart = await act.run(() => api(cartContract.addToCart, { body: item }), {
      done: t('cart.added'),
      stay: true,
    });
    if (!cart) return;
    showCartCount(cart.count);
    void navigate('/shop');
  };
  return (
    <Button
      variant="default"
      size="md"
      disabled={disabled}
      loading={act.busy}
      leftSection={<IconShoppingCartPlus size={18} aria-hidden />}
      onClick={() => void add()}
    >
      {t('cart.add')}
    </Button>
  );
}
