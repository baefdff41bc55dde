import { describe, expect, it } from 'vitest';
import { chooseLadder } from './ladder.rules.ts';
import { bandwidthsOf, mediaPlaylist, targetOf } from './playlists.rules.ts';
import { layOut, storyboardCues } from './storyboard.rules.ts';

const names = (width: number, height: number, copied?: number) =>
  chooseLadder({ width, height, frameRate: 25 }, copied ? { bandwidth: copied } : null).map(
    (rung) => `${rung.name} ${rung.width}x${rung.height}`,
  );

describe('the sizes of a film', () => {
  it.each([
    ['4K', 3840, 2160, ['1080p 1920x1080', '720p 1280x720', '540p 960x540', '360p 640x360']],
    ['720p held upright', 720, 1280, ['720p 720x1280', '540p 540x960', '360p 360x640']],
    ['old television', 640, 480, ['480p 640x480', '360p 480x360']],
    ['small', 320, 180, ['180p 320x180']],
    ['a little above', 1300, 730, ['720p 1282x720', '540p 962x540', '360p 642x360']],
    ['a ribbon', 8000, 400, ['400p 3840x192', '360p 3840x192']],
  ])('are never above the source: %s', (_, width, height, expected) => {
    expect(names(width, height)).toEqual(expected);
  });

  it('leave out the own size beside a copy, unless the copy is heavy', () => {
    expect(names(1280, 720, 3_000_000)).toEqual(['540p 960x540', '360p 640x360']);
    expect(names(1280, 720, 9_000_000)[0]).toBe('720p 1280x720');
    expect(names(3840, 2160, 30_000_000)[0]).toBe('1080p 1920x1080');
    expect(names(320, 180, 200_000)).toEqual([]);
  });
});

describe('playlists', () => {
  const segments = [
    { seconds: 4, bytes: 500_000 },
    { seconds: 4, bytes: 1_000_000 },
    { seconds: 0.04, bytes: 50_000 },
  ];

  it('begin at their start while they grow, and end when they are whole', () => {
    const growing = mediaPlaylist(segments, { target: 5, isWhole: false });
    expect(growing).toContain('#EXT-X-PLAYLIST-TYPE:EVENT');
    expect(growing).toContain('#EXT-X-START:TIME-OFFSET=0');
    expect(growing).not.toContain('#EXT-X-ENDLIST');
    const whole = mediaPlaylist(segments, { target: targetOf(segments), isWhole: true });
    expect(whole.split('\n').slice(0, 5)).toContain('#EXT-X-TARGETDURATION:4');
    expect(whole.endsWith('#EXTINF:0.040000,\nseg-2.m4s\n#EXT-X-ENDLIST\n')).toBe(true);
  });

  it('do not take a tiny last segment for the peak', () => {
    expect(bandwidthsOf(segments)).toEqual({ peak: 2_000_000, average: 1_542_289 });
  });
});

describe('a storyboard', () => {
  it('has three hundred pictures at most, however long the film is', () => {
    const long = layOut(3 * 3600, { width: 1920, height: 1080 });
    expect(long).toEqual({
      ...{ sheets: 3, columns: 10, rows: 10, width: 160, height: 90, everySeconds: 36 },
    });
    const cues = storyboardCues(long, 3 * 3600);
    expect(cues.split('-->').length - 1).toBe(300);
    expect(cues.endsWith('03:00:00.000\nstoryboard/3.jpg#xywh=1440,810,160,90\n')).toBe(true);
  });
});
