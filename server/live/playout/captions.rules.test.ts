import { describe, expect, it } from 'vitest';
import { captionsList, captionsOf, readCaptions } from './captions.rules.ts';

const file = `WEBVTT

00:01.000 --> 00:04.000
<i>Good evening</i>

00:05.500 --> 00:06.500 line:0
across a border
in two lines

01:00:00.000 --> 01:00:01.000
an hour later
`;
const segment = (startsAt: number, seconds: number) => ({
  ...{ name: 'seg-0.m4s', startsAt, seconds, map: 'init.mp4' },
  ...{ breaks: 0, isDiscontinuous: false, isGap: false },
});

describe('captions of a film that the clock plays', () => {
  it('stand in every segment in which they are seen, on the clock of the film', () => {
    const captions = readCaptions(file);
    const head = 'WEBVTT\nX-TIMESTAMP-MAP=LOCAL:00:00:00.000,MPEGTS:900000\n';
    const good = '\n00:01.000 --> 00:04.000\n<i>Good evening</i>\n';
    const across = '\n00:05.500 --> 00:06.500 line:0\nacross a border\nin two lines\n';
    expect(captionsOf(captions, segment(0, 6), 10)).toBe(head + good + across);
    expect(captionsOf(captions, segment(6, 6), 10)).toBe(head + across);
    expect(captionsOf(captions, segment(12, 6), 10)).toBe(head);
    expect(captionsOf(captions, segment(3600.5, 6), 10)).toContain('an hour later');
  });

  it('have a list with the numbers and hours of the picture', () => {
    const list = captionsList({
      seconds: 8,
      isIndependent: true,
      segments: [segment(0, 6), segment(6, 2)],
    });
    expect(list.segments.map(({ name, startsAt, map }) => [name, startsAt, map])).toEqual([
      ['seg-0.vtt', 0, ''],
      ['seg-1.vtt', 6, ''],
    ]);
  });
});
