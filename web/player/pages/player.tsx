import { IconChevronDown, IconMessageCircle } from '@tabler/icons-react';
import { lazy, Suspense, useState } from 'react';
import { type ClientLoaderFunctionArgs, Link, useLoaderData, useParams } from 'react-router';
import type { Playback } from '#contract/player.ts';
import { ChatPanel } from '#web/chat/shared/chat-panel.tsx';
import { useTranslation } from '#web/platform/words.ts';
import { BarButton } from '#web/ui/bar-button.tsx';
import { PageBody } from '#web/ui/page-body.tsx';
import { pageMeta } from '#web/ui/page-meta.ts';
import { PageSkeleton } from '#web/ui/skeletons.tsx';
import { JustSeen, StageState, TooManyViews } from '../parts/stage-state.tsx';
import { type Opened, openPlayback, usePlayback } from '../parts/use-playback.ts';
import { useStage } from '../parts/use-stage.ts';
import classes from './player.module.css';

/** The player's library is large: it comes when there is something to play. */
const StageVideo = lazy(async () => ({
  default: (await import('../parts/stage-video.tsx')).StageVideo,
}));

export const clientLoader = ({ params }: ClientLoaderFunctionArgs) =>
  openPlayback(params.slug ?? '');
/** The screen keeps itself up to date. */
export const shouldRevalidate = () => false;
export const HydrateFallback = () => (
  <PageBody>
    <PageSkeleton />
  </PageBody>
);
export const meta = pageMeta<typeof clientLoader>('player', ({ t, data }) => ({
  title: data && 'playback' in data ? data.playback.product.title : t('title'),
  noIndex: true,
}));

export default function PlayerPage() {
  const first = useLoaderData<typeof clientLoader>();
  const { slug = '' } = useParams();
  return <Player key={slug} slug={slug} first={first} />;
}

function Player({ slug, first }: { slug: string; first: Opened }) {
  const { t } = useTranslation('player');
  const { opened, offline, again } = usePlayback(slug, first);
  if ('refused' in opened) {
    return (
      <div className={classes.alone}>
        <h1 className={classes.said}>{t('title')}</h1>
        <TooManyViews message={opened.message} again={() => void again()} />
      </div>
    );
  }
  return <Theatre playback={opened.playback} offline={offline} again={() => void again()} />;
}

type TheatreProps = { playback: Playback; offline: boolean; again: () => void };

function Theatre({ playback, offline, again }: TheatreProps) {
  const { t } = useTranslation('player');
  const { product, viewers, chat } = playback;
  const { media, justSeen, watchAgain, ended } = useStage(playback);
  const [chatOpen, setChatOpen] = useState(true);
  const { picture } = product;
  const poster = picture ? `/images/${picture.id}/${picture.widths.at(-1)}.jpg` : undefined;
  return (
    <div className={classes.theatre} data-chat={(chat.read && chatOpen) || undefined}>
      <div className={classes.house}>
        <div className={classes.stage} data-waits={!media || undefined}>
          {!media && poster && <img className={classes.backdrop} src={poster} alt="" />}
          {media ? (
            <Suspense fallback={<StageState playback={playback} again={again} />}>
              <StageVideo
                media={media}
                viewers={viewers}
                poster={poster}
                title={product.title}
                again={ended ? () => {} : again}
                ended={ended ?? again}
                over={ended !== null}
                offline={offline}
              />
            </Suspense>
          ) : justSeen ? (
            <JustSeen watchAgain={watchAgain} />
          ) : (
            <StageState playback={playback} again={again} />
          )}
          {offline && !media && (
            <p className={classes.offline} role="status">
              {t('offline')}
            </p>
          )}
        </div>
        <div className={classes.about}>
          <div className={classes.names}>
            <h1>{product.title}</h1>
            <Link to={`/channels/${product.channel.slug}`}>{product.channel.title}</Link>
          </div>
          {chat.read && !chatOpen && (
            <BarButton label={t('chat.open')} onClick={() => setChatOpen(true)}>
              <IconMessageCircle size={22} aria-hidden />
            </BarButton>
          )}
        </div>
      </div>
      {chat.read && chatOpen && (
        <aside className={classes.chat} aria-label={t('chat.title')}>
          <ChatPanel
            productId={product.id}
            tools={
              <BarButton label={t('chat.close')} onClick={() => setChatOpen(false)}>
                <IconChevronDown size={20} aria-hidden />
              </BarButton>
            }
          />
        </aside>
      )}
    </div>
  );
}
