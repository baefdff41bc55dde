import { IconShoppingCart } from '@tabler/icons-react';
import { Link } from 'react-router';
import { useTranslation } from '#web/platform/words.ts';
import classes from './cart-button.module.css';
import { useCartCount } from './cart-count.ts';

/** The way to the cart, with how many things are in it. */
export function CartButton() {
  const { t } = useTranslation('sales');
  const count = useCartCount();
  const label = count > 0 ? t('cart.count', { count }) : t('cart.title');
  return (
    <Link to="/shop" className={classes.cart} aria-label={label} title={label}>
      <IconShoppingCart size={22} stroke={1.75} aria-hidden />
      {count > 0 && (
        <span className={classes.count} aria-hidden="true">
          {count}
        </span>
      )}
    </Link>
  );
}
