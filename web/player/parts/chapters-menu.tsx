import { IconList } from '@tabler/icons-react';
import { type RefObject, useMemo } from 'react';
import type { Chapter } from '#contract/assets.ts';
import { useTranslation } from '#web/platform/words.ts';
import { BarMenu } from './bar-menu.tsx';
import { clockOf } from './play-time.ts';
import { useHeard } from './use-heard.ts';

/** The number of the chapter in which a second lies; -1 before the first. */
export const chapterAt = (chapters: readonly Chapter[], seconds: number): number =>
  chapters.findLastIndex(({ startSeconds }) => startSeconds <= seconds);

type Props = { video: RefObject<HTMLVideoElement | null>; chapters: readonly Chapter[] };

/** From chapter to chapter, where a film has them. */
export function ChaptersMenu({ video, chapters }: Props) {
  const { t } = useTranslation('player');
  const place = useMemo(
    () => ({
      signs: ['timeupdate', 'seeking', 'emptied'],
      read: ({ currentTime }: HTMLVideoElement) => chapterAt(chapters, currentTime),
      before: -1,
    }),
    [chapters],
  );
  const at = useHeard(video, place);
  const current = chapters[at];
  return (
    <BarMenu
      label={current ? t('chapters.at', { title: current.title }) : t('chapters.title')}
      title={t('chapters.title')}
      icon={<IconList size={22} aria-hidden />}
      options={() =>
        chapters.map(({ startSeconds, title }, value) => ({
          value,
          label: `${clockOf(startSeconds)} · ${title}`,
        }))
      }
      chosen={at}
      long
      choose={(next) => {
        if (video.current) video.current.currentTime = chapters[next]?.startSeconds ?? 0;
      }}
    />
  );
}
