export type SegmentFacts = { seconds: number; bytes: number };

/** What the list of renditions says of one. */
export type RenditionFacts = {
  name: string;
  width: number;
  height: number;
  /** Bits in a second: at most over about a segment, and on average, from the real bytes. */
  bandwidth: number;
  averageBandwidth: number;
  codecs: string;
  frameRate: number;
  seconds: number;
};

export const segmentName = (number: number): string => `seg-${number}.m4s`;
export const headName = 'init.mp4';

/** One rendition's playlist (RFC 8216). While it grows it is an event that begins at its start. */
export function mediaPlaylist(
  segments: readonly SegmentFacts[],
  { target, isWhole }: { target: number; isWhole: boolean },
): string {
  const lines = [
    '#EXTM3U',
    '#EXT-X-VERSION:7',
    `#EXT-X-TARGETDURATION:${target}`,
    '#EXT-X-MEDIA-SEQUENCE:0',
    `#EXT-X-PLAYLIST-TYPE:${isWhole ? 'VOD' : 'EVENT'}`,
    '#EXT-X-INDEPENDENT-SEGMENTS',
    ...(isWhole ? [] : ['#EXT-X-START:TIME-OFFSET=0']),
    `#EXT-X-MAP:URI="${headName}"`,
    ...segments.flatMap(({ seconds }, number) => [
      `#EXTINF:${seconds.toFixed(6)},`,
      segmentName(number),
    ]),
    ...(isWhole ? ['#EXT-X-ENDLIST'] : []),
  ];
  return `${lines.join('\n')}\n`;
}

/** TARGETDURATION for these segments: the longest, rounded. */
export const targetOf = (segments: readonly SegmentFacts[]): number =>
  Math.max(1, ...segments.map(({ seconds }) => Math.round(seconds)));

/** The list of renditions, the best first. Names are relative: a signed beginning is inherited. */
export function masterPlaylist(renditions: readonly RenditionFacts[]): string {
  const lines = renditions
    .toSorted(better)
    .flatMap((rendition) => [
      `#EXT-X-STREAM-INF:${attributes(rendition)}`,
      `${rendition.name}/index.m3u8`,
    ]);
  return `${['#EXTM3U', '#EXT-X-VERSION:7', '#EXT-X-INDEPENDENT-SEGMENTS', ...lines].join('\n')}\n`;
}

export const better = (a: RenditionFacts, b: RenditionFacts): number =>
  b.width * b.height - a.width * a.height || b.bandwidth - a.bandwidth;

function attributes(rendition: RenditionFacts): string {
  const { bandwidth, averageBandwidth, codecs, width, height, frameRate } = rendition;
  return [
    `BANDWIDTH=${bandwidth}`,
    `AVERAGE-BANDWIDTH=${averageBandwidth}`,
    `CODECS="${codecs}"`,
    ...(width > 0 ? [`RESOLUTION=${width}x${height}`, `FRAME-RATE=${frameRate.toFixed(3)}`] : []),
  ].join(',');
}

/**
 * Bits in a second. A short segment at the end says little, so the peak is taken over neighbours
 * that last at least half a target together (RFC 8216, 4.3.4.2).
 */
export function bandwidthsOf(segments: readonly SegmentFacts[]): { peak: number; average: number } {
  const least = targetOf(segments) / 2;
  let peak = 0;
  for (let from = 0; from < segments.length; from += 1) {
    let seconds = 0;
    let bytes = 0;
    for (let at = from; at < segments.length && seconds < least; at += 1) {
      seconds += segments[at]?.seconds ?? 0;
      bytes += segments[at]?.bytes ?? 0;
    }
    if (seconds >= least) peak = Math.max(peak, (bytes * 8) / seconds);
  }
  const seconds = segments.reduce((sum, segment) => sum + segment.seconds, 0);
  const bytes = segments.reduce((sum, segment) => sum + segment.bytes, 0);
  const average = seconds > 0 ? Math.ceil((bytes * 8) / seconds) : 0;
  return { peak: Math.max(Math.ceil(peak), average), average };
}
