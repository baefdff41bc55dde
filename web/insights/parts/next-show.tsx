import { Button } from '@mantine/core';
import { IconBroadcast } from '@tabler/icons-react';
import { useState } from 'react';
import { Link } from 'react-router';
import type { NextShow as Show } from '#contract/insights.ts';
import { useTranslation } from '#web/platform/words.ts';
import { Countdown } from '#web/ui/countdown.tsx';
import { Panel } from '#web/ui/panel.tsx';
import { ShareButton } from '#web/ui/share-button.tsx';
import { StatusBadge } from '#web/ui/status-badge.tsx';
import { When } from '#web/ui/when.tsx';
import classes from './next-show.module.css';
import { productPlace } from './places.ts';
import { Seats } from './seats.tsx';

type Props = { show: Show; serverNow: string };

/** What is played next: how long until then, how full the house is, and the way to its desk. */
export function NextShow({ show, serverNow }: Props) {
  const { t } = useTranslation('insights');
  const [ended, setEnded] = useState(false);
  const begun = ended || Date.parse(show.startsAt) <= Date.parse(serverNow);
  return (
    <Panel title={t('next.title')} actions={<Badge show={show} />}>
      <div className={classes.next}>
        <div className={classes.what}>
          <strong className={classes.title}>{show.title}</strong>
          <span className={classes.quiet}>
            <When instant={show.startsAt} />
          </span>
          {begun && !show.live && <strong>{t('next.begun')}</strong>}
          <Seats show={show} />
        </div>
        {!begun && (
          <Countdown until={show.startsAt} serverNow={serverNow} onEnd={() => setEnded(true)} />
        )}
        <div className={classes.acts}>
          <Button
            component={Link}
            to={`${productPlace(show.channel, show.product)}#broadcast`}
            leftSection={<IconBroadcast size={18} aria-hidden />}
          >
            {t('next.desk')}
          </Button>
          {show.status === 'published' && (
            <ShareButton path={`/products/${show.product}`} title={show.title} />
          )}
        </div>
      </div>
    </Panel>
  );
}

function Badge({ show: { live, status } }: { show: Show }) {
  const { t } = useTranslation('insights');
  if (live) return <StatusBadge tone="live">{t('next.live')}</StatusBadge>;
  return status === 'published' ? null : (
    <StatusBadge tone={status === 'private' ? 'private' : 'quiet'}>
      {t(`shows.${status}`)}
    </StatusBadge>
  );
}
