import { Group } from '@mantine/core';
import { Link, useRevalidator } from 'react-router';
import type { TicketCard } from '#contract/sales.ts';
import { PictureView } from '#web/media/shared/picture.tsx';
import { useTranslation } from '#web/platform/words.ts';
import { Countdown } from '#web/ui/countdown.tsx';
import { When } from '#web/ui/when.tsx';
import { AddToCalendar } from '../shared/add-to-calendar.tsx';
import { isDue, wayOf } from './my-shows.ts';
import classes from './next-show.module.css';
import { TicketState } from './ticket-stub.tsx';
import { WayIn } from './way-in.tsx';

/** The show that comes next, large: when, how long still, and the way in. */
export function NextShow({ item, serverNow }: { item: TicketCard; serverNow: string }) {
  const { t } = useTranslation('sales');
  const { revalidate } = useRevalidator();
  const { product, session, state, opensAt, late } = item;
  const due = isDue(item);
  return (
    <article className={classes.next}>
      <div className={classes.picture}>
        <PictureView
          picture={product.picture}
          alt=""
          sizes="(min-width: 60em) min(44vw, 48rem), 100vw"
          priority
        />
      </div>
      <div className={classes.about}>
        <div className={classes.head}>
          <p className={classes.kicker}>{t('mine.next')}</p>
          <TicketState item={item} />
        </div>
        <h2>
          <Link to={`/products/${product.slug}`}>{product.title}</Link>
        </h2>
        <p className={classes.quiet}>{product.channel.title}</p>
        {session && (
          <p className={classes.when}>
            <When instant={session.startsAt} />
          </p>
        )}
        {state === 'countdown' && opensAt && (
          <Countdown until={opensAt} serverNow={serverNow} onEnd={() => void revalidate()} />
        )}
        {due && <p>{t(late ? 'mine.late' : 'mine.due')}</p>}
        <Group gap="sm" mt="auto">
          <WayIn slug={product.slug} way={wayOf(state)} rehearsal={product.rehearsal} size="md" />
          {session && state !== 'live' && !due && (
            <AddToCalendar slug={product.slug} title={product.title} session={session} size="md" />
          )}
        </Group>
      </div>
    </article>
  );
}
