import { lazy, Suspense, useRef } from 'react';
import { type ClientLoaderFunctionArgs, Link, useLoaderData, useParams } from 'react-router';
import type { Playback } from '#contract/player.ts';
import { useTranslation } from '#web/platform/words.ts';
import { PageBody } from '#web/ui/page-body.tsx';
import { pageMeta } from '#web/ui/page-meta.ts';
import { PageSkeleton } from '#web/ui/skeletons.tsx';
import { useRootMark } from '#web/ui/use-root-mark.ts';
import { askForChatPanel, ChatDock } from '../parts/chat-dock.tsx';
import { StagePill } from '../parts/stage-pill.tsx';
import { JustSeen, Refused, StageState } from '../parts/stage-state.tsx';
import { type Opened, openPlayback, usePlayback } from '../parts/use-playback.ts';
import { isShow, useStage } from '../parts/use-stage.ts';
import classes from './player.module.css';

/** The player's library is large: it comes by itself, and while the server is asked what there is. */
const loadStage = () => import('../parts/stage-video.tsx');
const StageVideo = lazy(async () => ({ default: (await loadStage()).StageVideo }));

export const clientLoader = async ({ params }: ClientLoaderFunctionArgs) => {
  // Where it does not come, it is asked for again when it is needed, and that says so.
  void loadStage().catch(() => undefined);
  const opened = await openPlayback(params.slug ?? '');
  if ('playback' in opened && isShow(opened.playback.media)) askForChatPanel();
  return opened;
};
/** The screen keeps itself up to date. */
export const shouldRevalidate = () => false;
export const HydrateFallback = () => (
  <PageBody>
    <PageSkeleton />
  </PageBody>
);
export const meta = pageMeta<typeof clientLoader>('player', ({ t, data }) => ({
  title: data && 'playback' in data ? data.playback.product.title : t('title'),
  description: t('description'),
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
  const known = useLastKnown(opened);
  useRootMark('data-theatre');
  if ('refused' in opened) {
    return (
      <div className={classes.theatre}>
        <div className={classes.house}>
          <div className={classes.stage} data-waits>
            <Poster product={known} />
            <h1 className="said">{known?.title ?? t('title')}</h1>
            <Refused refused={opened} product={known} again={() => void again()} />
          </div>
        </div>
      </div>
    );
  }
  return <Theatre playback={opened.playback} offline={offline} again={() => void again()} />;
}

/** A refusal says nothing of the show: what was known of it still stands behind it. */
function useLastKnown(opened: Opened): Playback['product'] | null {
  const known = useRef<Playback['product'] | null>(null);
  if ('playback' in opened) known.current = opened.playback.product;
  return known.current;
}

type TheatreProps = { playback: Playback; offline: boolean; again: () => void };

function Theatre({ playback, offline, again }: TheatreProps) {
  const { t } = useTranslation('player');
  const { product, viewers, chat } = playback;
  const { media, justSeen, watchAgain, ended } = useStage(playback);
  useRootMark('data-plays', media !== null);
  const waiting = <StageState playback={playback} again={again} />;
  return (
    <div className={classes.theatre} data-waits={!media || undefined}>
      <div className={classes.house}>
        <div className={classes.stage} data-waits={!media || undefined}>
          {!media && <Poster product={product} />}
          {media ? (
            <Suspense fallback={waiting}>
              <StageVideo
                media={media}
                viewers={viewers}
                poster={posterOf(product)}
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
            waiting
          )}
          {offline && !media && <StagePill>{t('offline')}</StagePill>}
        </div>
        <div className={classes.about}>
          <div className={classes.names}>
            <h1>{product.title}</h1>
            {product.rehearsal ? (
              // Its channel may not be there for guests yet.
              <span>
                {product.channel.title} · {t('rehearsal')}
              </span>
            ) : (
              <Link to={`/channels/${product.channel.slug}`}>{product.channel.title}</Link>
            )}
          </div>
        </div>
      </div>
      {chat.read && <ChatDock productId={product.id} plays={media?.kind ?? null} />}
    </div>
  );
}

function posterOf({ picture }: Playback['product']): string | undefined {
  return picture ? `/images/${picture.id}/${picture.widths.at(-1)}.jpg` : undefined;
}

/** The picture of the show under a veil: words stand on it. */
function Poster({ product }: { product: Playback['product'] | null }) {
  const poster = product && posterOf(product);
  return (
    <div className={classes.backdrop} aria-hidden="true">
      {poster && <img src={poster} alt="" />}
    </div>
  );
}
