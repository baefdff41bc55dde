import { Button } from '@mantine/core';
import { IconPencil, IconPlayerPlayFilled, IconTicket } from '@tabler/icons-react';
import { Link } from 'react-router';
import type { ProductDetail } from '#contract/catalog.ts';
import type { MineOfProduct } from '#contract/sales.ts';
import { useTranslation } from '#web/platform/words.ts';
import { Countdown } from '#web/ui/countdown.tsx';
import { When } from '#web/ui/when.tsx';
import classes from './buy-panel.module.css';

type Props = { product: ProductDetail; mine: MineOfProduct };

/** The ticket and what can be done with it; for its people, the way to work on the product. */
export function MinePanel({ product, mine }: Props) {
  const { t } = useTranslation('catalog');
  const session = product.sessions.find(({ id }) => id === mine.ticket?.sessionId);
  const counts = mine.state === 'countdown' && mine.opensAt;
  return (
    <div className={classes.mine}>
      {mine.ticket && (
        <p className={classes.ticket}>
          <IconTicket size={22} stroke={1.6} aria-hidden />
          {t('mine.ticket')}
        </p>
      )}
      {session && <When instant={session.startsAt} />}
      {counts && <Countdown until={counts} serverNow={mine.serverNow} />}
      {(mine.ticket || mine.can.watch) && (
        <>
          <p className={classes.small}>{t(`mine.state.${mine.state}`)}</p>
          <Button
            component={Link}
            to={`/player/${product.slug}`}
            size="lg"
            variant={mine.can.watch ? 'filled' : 'default'}
            leftSection={<IconPlayerPlayFilled size={18} aria-hidden />}
          >
            {t(mine.can.watch ? 'mine.watch' : 'mine.open')}
          </Button>
        </>
      )}
      {mine.can.edit && (
        <Button
          component={Link}
          to={`/account/channels/${product.channel.slug}/products/${product.slug}`}
          variant="default"
          leftSection={<IconPencil size={18} aria-hidden />}
        >
          {t('mine.edit')}
        </Button>
      )}
    </div>
  );
}
