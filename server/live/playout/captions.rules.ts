import type { PlayedList, PlayedSegment } from './source-lists.rules.ts';

/** One caption on the clock of the film, as it stands in its file. */
export type Caption = { startsAt: number; endsAt: number; lines: string };

const timing = /^((?:\d+:)?\d{2}:\d{2}\.\d{3}) --> ((?:\d+:)?\d{2}:\d{2}\.\d{3})/;

const secondsOf = (clock: string): number =>
  clock.split(':').reduce((sum, part) => sum * 60 + Number(part), 0);

/** The captions of a file that we have cleaned ourselves, in their order. */
export const readCaptions = (text: string): Caption[] =>
  text.split(/\n{2,}/).flatMap((block) => {
    const [, from, until] = timing.exec(block) ?? [];
    return from && until
      ? [{ startsAt: secondsOf(from), endsAt: secondsOf(until), lines: block.trimEnd() }]
      : [];
  });

const ticks = 90_000;

/**
 * The captions of one segment (RFC 8216, 3.5): all that are seen in it, on the clock of the film, and
 * how that stands to the clock of the media, which begins at `mediaStartsAt` seconds.
 */
export function captionsOf(
  captions: readonly Caption[],
  { startsAt, seconds }: PlayedSegment,
  mediaStartsAt: number,
): string {
  const seen = captions.filter((one) => one.startsAt < startsAt + seconds && one.endsAt > startsAt);
  const clock = `X-TIMESTAMP-MAP=LOCAL:00:00:00.000,MPEGTS:${Math.round(mediaStartsAt * ticks)}`;
  return `${['WEBVTT', clock, ...seen.map(({ lines }) => `\n${lines}`)].join('\n')}\n`;
}

/** The segments of captions are those of the picture, by number. */
export const captionsList = ({ segments, seconds }: PlayedList): PlayedList => ({
  seconds,
  isIndependent: true,
  segments: segments.map((segment, number) => ({
    ...segment,
    ...{ name: `seg-${number}.vtt`, map: '', isDiscontinuous: false, breaks: 0, isGap: false },
  })),
});
