import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import HLS from 'hls-parser';
import sharp from 'sharp';
import { afterAll, describe, expect, it } from 'vitest';
import {
  aac,
  encodeBeside,
  folderSink,
  h264,
  makeMedia,
  mediaFolder,
  moving,
  probeMedia,
  tone,
} from '#test/made-media.ts';

HLS.setOptions({ strictMode: true });
const folder = mediaFolder();
afterAll(folder.remove);

async function encode(path: string) {
  const sink = folderSink(`${path}.asset`);
  return { ...(await encodeBeside(path, { sink })), sink };
}

/** When the keyframes of a rendition are shown, in seconds. */
async function keyframesOf(out: string, name: string): Promise<number[]> {
  const { said } = await probeMedia(
    join(out, name, 'index.m3u8'),
    ...['-select_streams', 'v', '-show_entries', 'packet=pts_time,flags'],
  );
  const packets = said.packets as { pts_time: string; flags: string }[];
  return packets.filter(({ flags }) => flags.startsWith('K')).map((one) => Number(one.pts_time));
}

async function playlistOf(out: string, name: string) {
  const text = await readFile(join(out, name), 'utf8');
  return HLS.parse(text);
}

describe('a film whose picture every browser plays', () => {
  const film = makeMedia(
    join(folder.path, 'plain.mp4'),
    ...[moving('640x480', 10), tone(), ['-t', '9'], h264(20), aac()],
  ).then((path) => encode(path));

  it('goes on as it is, with smaller sizes that change at the same pictures', async () => {
    const { asset, out } = await film;
    expect(asset.renditions.map(({ name, width, height }) => [name, width, height])).toEqual([
      ['source', 640, 480],
      ['360p', 480, 360],
    ]);
    expect(await keyframesOf(out, '360p')).toEqual([10, 14, 18]);
    expect(await keyframesOf(out, 'source')).toEqual([10, 12, 14, 16, 18]);
  });

  it('lasts as long as its source in every size, and ffprobe has nothing to complain about', async () => {
    const { asset, out, facts } = await film;
    for (const { name } of asset.renditions) {
      const file = join(out, name, 'index.m3u8');
      const { said, complaints } = await probeMedia(file, '-show_format', '-count_packets');
      const { duration } = said.format as { duration: string };
      expect({ complaints, name }).toEqual({ complaints: '', name });
      expect(Math.abs(Number(duration) - facts.seconds)).toBeLessThan(0.1);
    }
  });

  it('says of each size what players choose by, measured from the bytes', async () => {
    const { asset, out } = await film;
    const master = (await playlistOf(out, 'master.m3u8')) as HLS.types.MasterPlaylist;
    expect(master.variants.map(({ uri, codecs, frameRate }) => [uri, codecs, frameRate])).toEqual([
      ['source/index.m3u8', 'avc1.42c016,mp4a.40.2', 10],
      ['360p/index.m3u8', expect.stringMatching(/^avc1\.6400..,mp4a\.40\.2$/), 10],
    ]);
    for (const { name, bandwidth } of asset.renditions) {
      const list = (await playlistOf(out, `${name}/index.m3u8`)) as HLS.types.MediaPlaylist;
      const sizes = await Promise.all(
        list.segments.map(async ({ uri, duration }) => {
          const { length } = await readFile(join(out, name, uri));
          return duration >= list.targetDuration / 2 ? (length * 8) / duration : 0;
        }),
      );
      expect(Math.abs(bandwidth - Math.max(...sizes))).toBeLessThan(bandwidth / 100);
    }
  });

  it('has a still and a storyboard whose cues lie on its sheet', async () => {
    const { asset, out } = await film;
    const still = await sharp(asset.poster ?? Buffer.alloc(0)).metadata();
    expect([still.format, still.width, still.height]).toEqual(['jpeg', 640, 480]);
    expect(asset.storyboard).toEqual({
      ...{ sheets: 1, columns: 10, rows: 1, width: 160, height: 120, everySeconds: 1 },
    });
    const sheet = await sharp(join(out, 'storyboard/1.jpg')).metadata();
    expect([sheet.width, sheet.height]).toEqual([1600, 120]);
    const cues = await readFile(join(out, 'storyboard.vtt'), 'utf8');
    expect(cues.split('\n').slice(-3)).toEqual([
      '00:00:08.000 --> 00:00:09.000',
      'storyboard/1.jpg#xywh=1280,0,160,120',
      '',
    ]);
  });

  it('names a list of renditions only after what stands in it', async () => {
    const { sink } = await film;
    const { names } = sink;
    expect(names.indexOf('master.m3u8')).toBeGreaterThan(names.indexOf('source/index.m3u8'));
    expect(names.lastIndexOf('master.m3u8')).toBe(names.length - 1);
  });
});

describe('sound alone', () => {
  it('comes to one loudness, as a rendition and as one file for feeds', async () => {
    const path = await makeMedia(
      join(folder.path, 'quiet.mp3'),
      ...[tone(44_100), ['-af', 'volume=-20dB', '-t', '6', '-c:a', 'libmp3lame']],
    );
    const { asset, out, facts } = await encode(path);
    expect(asset.renditions.map(({ name, width }) => [name, width])).toEqual([['audio', 0]]);
    expect([asset.poster, asset.storyboard]).toEqual([null, null]);
    expect(Math.abs(asset.seconds - facts.seconds)).toBeLessThan(0.1);
    expect(Math.abs((await loudnessOf(join(out, 'audio.m4a'))) + 16)).toBeLessThan(0.5);
    const list = (await playlistOf(out, 'audio/index.m3u8')) as HLS.types.MediaPlaylist;
    expect(list.segments.length).toBe(2);
  });
});

/** LUFS, by ffmpeg's own meter. */
async function loudnessOf(path: string): Promise<number> {
  const { said } = await probeMedia(
    `amovie=${path},ebur128=metadata=1`,
    ...['-f', 'lavfi', '-show_entries', 'frame_tags=lavfi.r128.I'],
  );
  const frames = said.frames as { tags?: Record<string, string> }[];
  return Number(frames.findLast(({ tags }) => tags)?.tags?.['lavfi.r128.I']);
}
