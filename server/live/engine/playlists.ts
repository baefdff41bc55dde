import { Temporal } from 'temporal-polyfill';
import { instantText } from '#server/platform/clock.ts';
import type { Part, Rendition, Segment } from './rendition.ts';

export type VariantFacts = {
  name: string;
  bandwidth: number;
  codecs: string;
  width: number;
  height: number;
  frameRate: number;
};

const closedWithParts = 2;
const skipTargets = 6;

export const holdBack = (partTarget: number): number => Math.round(partTarget * 3000) / 1000;

const seconds = (value: number): string => value.toFixed(5);

/** The list of renditions. Names are relative: the signed start of the address is inherited. */
export function multivariantPlaylist(variants: readonly VariantFacts[], file: string): string {
  const lines = variants.flatMap((variant) => {
    const picture =
      variant.width > 0
        ? `,RESOLUTION=${variant.width}x${variant.height},FRAME-RATE=${variant.frameRate.toFixed(3)}`
        : '';
    return [
      `#EXT-X-STREAM-INF:BANDWIDTH=${variant.bandwidth},CODECS="${variant.codecs}"${picture}`,
      `${variant.name}/${file}`,
    ];
  });
  return `${['#EXTM3U', '#EXT-X-VERSION:6', '#EXT-X-INDEPENDENT-SEGMENTS', ...lines].join('\n')}\n`;
}

export const segmentName = (epoch: number, sequence: number): string =>
  `seg-${epoch}-${sequence}.m4s`;
export const partName = (epoch: number, sequence: number, part: number): string =>
  `part-${epoch}-${sequence}-${part}.m4s`;

/** One rendition's playlist as it stands; `skip` leaves out what a player already knows. */
export function mediaPlaylist(
  rendition: Rendition,
  others: readonly Rendition[],
  options: { skip: boolean },
): string {
  const { rules, segments, open, isEnded } = rendition;
  const skipped = options.skip && !isEnded ? skippable(rendition) : 0;
  const shown = segments.slice(skipped);
  const lines = [...header(rendition)];
  if (skipped > 0) lines.push(`#EXT-X-SKIP:SKIPPED-SEGMENTS=${skipped}`);
  const edge = partsFrom(rendition);
  // What applied to the last one that is skipped goes on, as it does for whoever merges the two.
  let map = segments[skipped - 1]?.mapName ?? '';
  for (const segment of [...shown, ...(open && open.parts.length > 0 ? [open] : [])]) {
    lines.push(...segmentHead(segment, map));
    map = segment.mapName || map;
    const nearEdge = !isEnded && !segment.isGap && segment.sequence >= edge;
    if (nearEdge) lines.push(...partLines(segment, rules.epoch));
    if (segment.isClosed) lines.push(...segmentLines(segment, rules.epoch));
  }
  if (isEnded) lines.push('#EXT-X-ENDLIST');
  else lines.push(hint(rendition), ...reports(others));
  return `${lines.join('\n')}\n`;
}

function header({ rules, segments, open, nextSequence, discontinuitySequence }: Rendition) {
  const { target, partTarget } = rules;
  const first = segments[0]?.sequence ?? open?.sequence ?? nextSequence;
  const control = [
    'CAN-BLOCK-RELOAD=YES',
    `PART-HOLD-BACK=${holdBack(partTarget).toFixed(3)}`,
    `CAN-SKIP-UNTIL=${(target * skipTargets).toFixed(1)}`,
  ];
  return [
    '#EXTM3U',
    '#EXT-X-VERSION:9',
    `#EXT-X-TARGETDURATION:${target}`,
    `#EXT-X-SERVER-CONTROL:${control.join(',')}`,
    `#EXT-X-PART-INF:PART-TARGET=${partTarget.toFixed(3)}`,
    `#EXT-X-MEDIA-SEQUENCE:${first}`,
    `#EXT-X-DISCONTINUITY-SEQUENCE:${discontinuitySequence}`,
    '#EXT-X-INDEPENDENT-SEGMENTS',
  ];
}

/** Closed segments that lie wholly before the skip boundary, counted from the live edge. */
function skippable({ segments, open, rules }: Rendition): number {
  let after = open?.parts.reduce((sum, part) => sum + part.seconds, 0) ?? 0;
  for (let index = segments.length - 1; index >= 0; index -= 1) {
    if (after > rules.target * skipTargets) return index + 1;
    after += segments[index]?.seconds ?? 0;
  }
  return 0;
}

/**
 * The first segment whose parts are named. The protocol allows three targets from the edge; players
 * hold back one second, so the open segment and two before it are enough and keep updates short.
 */
function partsFrom({ open, nextSequence }: Rendition): number {
  return (open?.sequence ?? nextSequence) - closedWithParts;
}

function segmentHead(segment: Segment, mapBefore: string): string[] {
  const lines: string[] = [];
  if (segment.isDiscontinuous) lines.push('#EXT-X-DISCONTINUITY');
  if (segment.mapName && segment.mapName !== mapBefore) {
    lines.push(`#EXT-X-MAP:URI="${segment.mapName}"`);
  }
  lines.push(`#EXT-X-PROGRAM-DATE-TIME:${dateTime(segment.startsAtMs)}`);
  return lines;
}

function partLines(segment: Segment, epoch: number): string[] {
  return segment.parts.map((part: Part, index) => {
    const independent = part.isIndependent ? ',INDEPENDENT=YES' : '';
    const name = partName(epoch, segment.sequence, index);
    return `#EXT-X-PART:DURATION=${seconds(part.seconds)},URI="${name}"${independent}`;
  });
}

function segmentLines(segment: Segment, epoch: number): string[] {
  return [
    ...(segment.isGap ? ['#EXT-X-GAP'] : []),
    `#EXTINF:${seconds(segment.seconds)},`,
    segmentName(epoch, segment.sequence),
  ];
}

function hint({ open, nextSequence, rules }: Rendition): string {
  const sequence = open?.sequence ?? nextSequence;
  const name = partName(rules.epoch, sequence, open?.parts.length ?? 0);
  return `#EXT-X-PRELOAD-HINT:TYPE=PART,URI="${name}"`;
}

function reports(others: readonly Rendition[]): string[] {
  return others.flatMap((other) => {
    const last = other.open && other.open.parts.length > 0 ? other.open : other.segments.at(-1);
    if (!last) return [];
    // A gap has no part that could be the last.
    const part = last.parts.length > 0 ? `,LAST-PART=${last.parts.length - 1}` : '';
    const place = `LAST-MSN=${last.sequence}${part}`;
    return [`#EXT-X-RENDITION-REPORT:URI="../${other.name}/index.m3u8",${place}`];
  });
}

/** ISO 8601 in UTC with milliseconds. */
export function dateTime(milliseconds: number): string {
  return instantText(Temporal.Instant.fromEpochMilliseconds(milliseconds));
}
