import { IconGift, IconPencil, IconPlayerPlayFilled, IconTicket } from '@tabler/icons-react';
import type { ProductDetail } from '#contract/catalog.ts';
import type { MineOfProduct } from '#contract/sales.ts';
import { hasRole, useSession } from '#web/platform/session.ts';
import { useTranslation } from '#web/platform/words.ts';
import { ActionLink } from '#web/ui/action.tsx';
import { Countdown } from '#web/ui/countdown.tsx';
import { When } from '#web/ui/when.tsx';
import classes from './buy-panel.module.css';

type Props = { product: ProductDetail; mine: MineOfProduct };

/** The ticket and what can be done with it; for its people, the way to work on the product. */
export function MinePanel({ product, mine }: Props) {
  const { t } = useTranslation('catalog');
  const session = product.sessions.find(({ id }) => id === mine.ticket?.sessionId);
  const hasTicket = mine.ticket && !mine.can.buy;
  const counts = mine.state === 'countdown' && mine.opensAt;
  // Its hour has come and there is nothing to see: the house is open, and people wait in it.
  const due = mine.late ? 'late' : 'due';
  const state = mine.state === 'countdown' && !mine.opensAt ? due : mine.state;
  return (
    <div className={classes.mine}>
      {hasTicket && (
        <p className={classes.ticket}>
          <IconTicket size={22} stroke={1.6} aria-hidden />
          {t('mine.ticket')}
        </p>
      )}
      {hasTicket && session && <When instant={session.startsAt} />}
      {counts && <Countdown until={counts} serverNow={mine.serverNow} />}
      {(mine.ticket || mine.state === 'cancelled' || mine.can.watch) && (
        <p className={classes.small}>{t(`mine.state.${state}`)}</p>
      )}
      {(hasTicket || mine.can.watch) && (
        <ActionLink to={`/player/${product.slug}`} large wide quiet={!mine.can.watch}>
          <IconPlayerPlayFilled size={18} aria-hidden />
          {t(mine.state === 'ready' ? 'mine.watch' : 'mine.open')}
        </ActionLink>
      )}
      {hasTicket && mine.can.gift && (
        <ActionLink to={`/products/${product.slug}/checkout?gift=1`} wide quiet>
          <IconGift size={18} aria-hidden />
          {t('buy.gift')}
        </ActionLink>
      )}
      {mine.can.edit && <EditButton product={product} />}
    </div>
  );
}

/** To the desk where this person works on it: the team's own desk opens every product. */
function EditButton({ product }: { product: ProductDetail }) {
  const { t } = useTranslation('catalog');
  const isTeam = hasRole(useSession(), 'ADMIN');
  const own = `/account/channels/${product.channel.slug}/products/${product.slug}`;
  return (
    <ActionLink to={isTeam ? `/manage/products/${product.slug}` : own} wide quiet>
      <IconPencil size={18} aria-hidden />
      {t('mine.edit')}
    </ActionLink>
  );
}
