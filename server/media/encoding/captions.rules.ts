import { cleanCueText } from './caption-tags.rules.ts';
import { CaptionsRefused } from './refusals.rules.ts';
import { vttTime } from './storyboard.rules.ts';

const mostCues = 20_000;
const longestCue = 5000;
const longestTiming = 500;
const arrow = '-->';

type Cue = { start: number; end: number; settings: string; text: string };

/**
 * Captions as typed or uploaded, WebVTT or SRT, to clean WebVTT: cues in the order of their time
 * with known tags alone; no styles, regions, notes, names of cues, scripts or links. Bytes are UTF-8
 * (with or without mark), UTF-16 with mark, or else Windows-1252. Throws CaptionsRefused with the line.
 */
export function cleanCaptions(given: string | Buffer): {
  vtt: string;
  cues: number;
  lastSeconds: number;
} {
  const lines = readLines(given);
  const cues = readCues(lines);
  if (cues.length === 0) throw new CaptionsRefused('no_cues', 1);
  const sorted = cues.toSorted((a, b) => a.start - b.start);
  const blocks = sorted.map(
    ({ start, end, settings, text }) =>
      `${vttTime(start)} ${arrow} ${vttTime(end)}${settings}\n${text}\n`,
  );
  return {
    vtt: `WEBVTT\n\n${blocks.join('\n')}`,
    cues: cues.length,
    lastSeconds: sorted.reduce((last, { end }) => Math.max(last, end), 0),
  };
}

function readLines(given: string | Buffer): string[] {
  const text = typeof given === 'string' ? given : decode(given);
  const zero = text.indexOf('\0');
  if (zero >= 0) throw new CaptionsRefused('not_text', text.slice(0, zero).split('\n').length);
  return text
    .replace(/^\uFEFF/, '')
    .toWellFormed()
    .replace(/\r\n?/g, '\n')
    .split('\n');
}

function decode(bytes: Buffer): string {
  const [first, second] = bytes;
  if (first === 0xff && second === 0xfe) return new TextDecoder('utf-16le').decode(bytes);
  if (first === 0xfe && second === 0xff) return new TextDecoder('utf-16be').decode(bytes);
  try {
    return new TextDecoder('utf-8', { fatal: true }).decode(bytes);
  } catch {
    // What editors on Windows call ANSI; its first half of signs is Latin-1.
    return new TextDecoder('windows-1252').decode(bytes);
  }
}

/** Blocks that are no cues: styles, places, remarks, and the head with whatever stands in it. */
const isNoCue = /^(?:WEBVTT|NOTE|STYLE|REGION)(?:\s|:|$)/;

function readCues(lines: readonly string[]): Cue[] {
  const cues: Cue[] = [];
  for (let at = 0; at < lines.length; ) {
    if (isEmpty(lines[at])) {
      at += 1;
      continue;
    }
    const end = endOfBlock(lines, at);
    const timing = timingLine(lines, at, end);
    if (timing !== null) {
      const cue = readCue(lines, timing, end);
      if (cue.text !== '') cues.push(cue);
      if (cues.length > mostCues) throw new CaptionsRefused('too_many_cues', timing + 1);
    }
    at = end;
  }
  return cues;
}

const isEmpty = (line = ''): boolean => line.trim() === '';

/** A block ends at an empty line, or where the next cue begins although the line was forgotten. */
function endOfBlock(lines: readonly string[], from: number): number {
  let at = from + 1;
  const isDropped = isNoCue.test((lines[from] ?? '').slice(0, 10));
  let hasTiming = (lines[from] ?? '').includes(arrow);
  while (at < lines.length && !isEmpty(lines[at])) {
    const isTiming = !isDropped && (lines[at] ?? '').includes(arrow);
    if (isTiming && hasTiming) return isNumber(lines[at - 1]) && at - 1 > from ? at - 1 : at;
    hasTiming ||= isTiming;
    at += 1;
  }
  return at;
}

const isNumber = (line = ''): boolean => /^\s*\d{1,9}\s*$/.test(line.slice(0, 40));

/** Its number or name may stand before the times of a cue. */
function timingLine(lines: readonly string[], from: number, end: number): number | null {
  if (isNoCue.test((lines[from] ?? '').slice(0, 10))) return null;
  for (const at of [from, from + 1]) {
    if (at < end && (lines[at] ?? '').includes(arrow)) return at;
  }
  return null;
}

function readCue(lines: readonly string[], at: number, end: number): Cue {
  const line = lines[at] ?? '';
  const [before = '', after = ''] = line.slice(0, longestTiming).split(arrow, 2);
  const [until = '', ...settings] = after.trim().split(/[ \t]+/);
  const start = readTime(before.trim());
  const stop = readTime(until);
  if (start === null || stop === null) throw new CaptionsRefused('bad_time', at + 1);
  if (stop <= start) throw new CaptionsRefused('ends_before_start', at + 1);
  const text = withoutControls(
    lines
      .slice(at + 1, end)
      .join('\n')
      .slice(0, longestCue),
  );
  return { start, end: stop, settings: cleanSettings(settings), text: cleanCueText(text) };
}

/** Half a sign at the end of what was cut off goes, too. */
const withoutControls = (text: string): string =>
  text
    .toWellFormed()
    .replace(/[^\P{Cc}\n\t]/gu, '')
    .replaceAll('\t', ' ');

/** `01:02:03.004`, `02:03.004`, and with a comma as in SRT. */
function readTime(text: string): number | null {
  const found = /^(?:(\d{1,3}):)?(\d{1,2}):(\d{1,2})[.,](\d{1,3})$/.exec(text);
  if (!found) return null;
  const [, hours = '0', minutes = '0', seconds = '0', part = '0'] = found;
  if (Number(minutes) > 59 || Number(seconds) > 59) return null;
  const whole = Number(hours) * 3600 + Number(minutes) * 60 + Number(seconds);
  return (whole * 1000 + Number(part.padEnd(3, '0'))) / 1000;
}

const percent = '(?:100|\\d{1,2})(?:\\.\\d{1,3})?%';
const known = [
  /^vertical:(?:rl|lr)$/,
  new RegExp(`^line:(?:-?\\d{1,3}|${percent})(?:,(?:start|center|end))?$`),
  new RegExp(`^position:${percent}(?:,(?:line-left|center|line-right))?$`),
  new RegExp(`^size:${percent}$`),
  /^align:(?:start|center|end|left|right)$/,
];

/** Each known setting once, as it was first said. */
function cleanSettings(settings: readonly string[]): string {
  const kept = known.flatMap((pattern) => settings.find((setting) => pattern.test(setting)) ?? []);
  return kept.map((setting) => ` ${setting}`).join('');
}
