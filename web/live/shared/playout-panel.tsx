import { Anchor, Skeleton } from '@mantine/core';
import { Link } from 'react-router';
import type { Playout, PlayoutState } from '#contract/playouts.ts';
import { formatNumber } from '#web/platform/format.ts';
import { useTranslation } from '#web/platform/words.ts';
import { Panel } from '#web/ui/panel.tsx';
import { ErrorState } from '#web/ui/states.tsx';
import { StatusBadge, type Tone } from '#web/ui/status-badge.tsx';
import { When } from '#web/ui/when.tsx';
import { clockText } from '../parts/clock-text.ts';
import { Preview } from '../parts/preview.tsx';
import { usePlayout } from '../parts/use-playout.ts';
import classes from './playout-panel.module.css';

const tones = {
  empty: 'bad',
  dateless: 'wait',
  waits: 'wait',
  hidden: 'bad',
  live: 'live',
  over: 'quiet',
} as const satisfies Record<PlayoutState, Tone>;

/** `about`: whatever, when it changes, may change how this stands. */
type Props = { slug: string; about: string };

/** A show that plays by itself, for its organizer: when, what, who watches, and what they see. */
export function PlayoutPanel({ slug, about }: Props) {
  const { t } = useTranslation('live');
  const { playout, error, again } = usePlayout(slug, about);
  if (!playout) {
    return (
      <Panel title={t('playout.title')}>
        {error ? <ErrorState error={error} onRetry={again} /> : <Skeleton height={120} />}
      </Panel>
    );
  }
  const { state } = playout;
  return (
    <Panel
      title={t('playout.title')}
      actions={<StatusBadge tone={tones[state]}>{t(`playout.state.${state}`)}</StatusBadge>}
    >
      <div className={classes.panel} data-live={state === 'live' || undefined}>
        <div className={classes.words}>
          <p>{t(`playout.text.${state}`)}</p>
          <Facts playout={playout} />
          {state === 'live' && (
            <Anchor component={Link} to={`/player/${slug}`}>
              {t('watch')}
            </Anchor>
          )}
        </div>
        {state === 'live' && <Preview url={playout.preview?.url ?? null} />}
      </div>
    </Panel>
  );
}

function Facts({ playout: { state, session, source, viewers } }: { playout: Playout }) {
  const { t, language } = useTranslation('live');
  const hour = state === 'over' ? 'last' : state === 'live' ? 'since' : 'next';
  return (
    <dl className={classes.facts}>
      {session && (
        <div>
          <dt>{t(`playout.${hour}`)}</dt>
          <dd>
            <When instant={session.startsAt} style="short" />
          </dd>
        </div>
      )}
      {source && (
        <div>
          <dt>{t(`playout.source.${source.kind}`)}</dt>
          <dd>{source.title}</dd>
        </div>
      )}
      {source && source.seconds > 0 && (
        <div>
          <dt>{t('playout.length')}</dt>
          <dd>{clockText(source.seconds, language)}</dd>
        </div>
      )}
      {state === 'live' && (
        <div>
          <dt>{t('playout.viewers')}</dt>
          <dd>{formatNumber(viewers, language)}</dd>
        </div>
      )}
    </dl>
  );
}
