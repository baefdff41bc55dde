import { Button, Group } from '@mantine/core';
import { IconPlayerPlay } from '@tabler/icons-react';
import { Link, useRevalidator } from 'react-router';
import type { TicketCard } from '#contract/sales.ts';
import { PictureView } from '#web/media/shared/picture.tsx';
import { useTranslation } from '#web/platform/words.ts';
import { Countdown } from '#web/ui/countdown.tsx';
import { When } from '#web/ui/when.tsx';
import { AddToCalendar } from '../shared/add-to-calendar.tsx';
import classes from './next-show.module.css';
import { TicketState } from './ticket-stub.tsx';

/** The show that comes next, large: when, how long still, and the way in. */
export function NextShow({ item }: { item: TicketCard }) {
  const { t } = useTranslation('sales');
  const { revalidate } = useRevalidator();
  const { product, session, state, can } = item;
  return (
    <article className={classes.next}>
      <div className={classes.picture}>
        <PictureView
          picture={product.picture}
          alt=""
          sizes="(min-width: 960px) 40rem, 100vw"
          priority
        />
      </div>
      <div className={classes.about}>
        <div className={classes.head}>
          <p className={classes.kicker}>{t('mine.next')}</p>
          <TicketState state={state} />
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
        {session && state === 'countdown' && (
          <Countdown until={session.startsAt} onEnd={() => void revalidate()} />
        )}
        <Group gap="sm" mt="auto">
          <Button
            component={Link}
            to={`/player/${product.slug}`}
            size="md"
            leftSection={<IconPlayerPlay size={20} aria-hidden />}
          >
            {t(can.watch ? 'mine.watch' : 'mine.enter')}
          </Button>
          {session && state !== 'live' && (
            <AddToCalendar slug={product.slug} title={product.title} session={session} size="md" />
          )}
        </Group>
      </div>
    </article>
  );
}
