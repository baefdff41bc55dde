import { Alert, Anchor, Button } from '@mantine/core';
import { IconAlertCircle, IconTicket } from '@tabler/icons-react';
import { Link } from 'react-router';
import type { Checkout } from '#contract/sales.ts';
import { useTranslation } from '#web/platform/words.ts';
import { When } from '#web/ui/when.tsx';

type Props = { checkout: Checkout };

/** For those who have a ticket already: the way in. */
export function OwnedAlready({ checkout }: Props) {
  const { t } = useTranslation('sales');
  return (
    <Alert icon={<IconTicket />} title={t('checkout.owned')}>
      <Button component={Link} to={`/player/${checkout.product.slug}`} mt="xs">
        {t('bought.player')}
      </Button>
    </Alert>
  );
}

/** Not yet, not any more, or full: which of them, and where to go instead. */
export function NotForSale({ checkout }: Props) {
  const { t } = useTranslation('sales');
  const { sale, salesStartsAt, sessions, product } = checkout;
  // A code for one date can be too late where other dates are not.
  const hasOthers = sessions.some(({ open }) => open);
  const isEarly = sale === 'not_yet' && salesStartsAt !== null;
  return (
    <Alert
      color="yellow"
      icon={<IconAlertCircle />}
      title={t(
        isEarly
          ? 'checkout.notYet'
          : sale === 'sold_out'
            ? 'checkout.soldOut'
            : 'checkout.notForSale',
      )}
    >
      {isEarly && (
        <p>
          {t('checkout.saleStarts')} <When instant={salesStartsAt} />
        </p>
      )}
      {hasOthers ? (
        <Anchor component={Link} to={`/products/${product.slug}`}>
          {t('checkout.otherDates')}
        </Anchor>
      ) : (
        <Anchor component={Link} to="/">
          {t('checkout.elsewhere')}
        </Anchor>
      )}
    </Alert>
  );
}
