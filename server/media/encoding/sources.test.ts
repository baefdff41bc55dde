import { readdir, readFile, stat, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import sharp from 'sharp';
import { afterAll, describe, expect, it, vi } from 'vitest';
import {
  aac,
  encodeBeside,
  folderSink,
  h264,
  makeMedia,
  mediaFolder,
  moving,
  probeMedia,
  silentReport,
  tone,
} from '#test/made-media.ts';
import { inspectMedia } from './index.ts';

const folder = mediaFolder();
afterAll(folder.remove);

/** What was made of a source: each rendition as players see it, and the source's facts. */
async function made(name: string, ...parts: string[][]) {
  const path = await makeMedia(join(folder.path, name), ...parts);
  const { facts, asset, out } = await encodeBeside(path);
  const [best] = asset.renditions;
  const { said, complaints } = await probeMedia(
    join(out, best?.name ?? '', 'index.m3u8'),
    ...['-show_streams', '-show_format', '-show_entries', 'packet=pts_time,codec_type'],
  );
  const streams = said.streams as Record<string, string>[];
  const packets = said.packets as { pts_time: string; codec_type: string }[];
  return {
    facts,
    asset,
    out,
    complaints,
    video: streams.find(({ codec_type }) => codec_type === 'video'),
    audio: streams.find(({ codec_type }) => codec_type === 'audio'),
    seconds: Number((said.format as { duration: string }).duration),
    pictures: packets.filter(({ codec_type }) => codec_type === 'video').length,
  };
}

const two = ['-t', '2'];
/** Keyframes every four seconds, but for half a minute in a place where nobody looks first. */
const gapped = [
  ...[moving('160x90', 1), ['-t', '240'], h264(9999).slice(0, -4)],
  ['-keyint_min', '1', '-sc_threshold', '0'],
  ['-force_key_frames', 'expr:gte(t,n_forced*4)*(lt(t,60)+gt(t,90))'],
];

describe('a film', () => {
  it.each<[string, string, string[][], [number, number]]>([
    [
      'with broad pixels',
      'broad.mp4',
      [moving('240x180'), two, h264(), ['-aspect', '16:9']],
      [320, 180],
    ],
    [
      'of an odd size',
      'odd.mkv',
      [
        moving('640x360'),
        ['-vf', 'scale=321:181'],
        two,
        ['-c:v', 'libvpx', '-deadline', 'realtime'],
      ],
      [322, 182],
    ],
    [
      'in 4:2:2 with ten bits',
      'ten.mov',
      [moving(), two, ['-c:v', 'prores_ks', '-profile:v', '2']],
      [320, 180],
    ],
    ['of a single picture', 'one.mp4', [moving(), ['-frames:v', '1'], h264()], [320, 180]],
  ])(
    '%s is shown upright with square pixels in even sizes',
    async (_, name, parts, [width, height]) => {
      const { video, asset, facts, complaints } = await made(name, ...parts);
      expect([video?.width, video?.height, video?.pix_fmt]).toEqual([width, height, 'yuv420p']);
      expect(video?.sample_aspect_ratio ?? '1:1').toBe('1:1');
      expect([facts.video?.width, facts.video?.height]).toEqual([width, height]);
      expect(asset.renditions.every((one) => one.width === width)).toBe(true);
      expect(complaints).toBe('');
    },
  );

  it('held upright is shown upright', async () => {
    const lying = await makeMedia(join(folder.path, 'lying.mov'), moving(), two, h264());
    const turned = ['-c', 'copy', '-metadata:s:v', 'rotate=90'];
    const { facts, video } = await made('turned.mov', ['-i', lying], turned);
    expect([facts.video?.width, facts.video?.height]).toEqual([180, 320]);
    expect([video?.width, video?.height, video?.side_data_list]).toEqual([180, 320, undefined]);
  });

  it('in high dynamic range comes in the colours of ordinary screens, its still too', async () => {
    const bright = [
      '-color_primaries',
      'bt2020',
      '-color_trc',
      'smpte2084',
      '-colorspace',
      'bt2020nc',
    ];
    const picture = ['-f', 'lavfi', '-i', 'color=0x909090:size=320x180:rate=10'];
    const ten = ['-c:v', 'libx264', '-preset', 'ultrafast', '-pix_fmt', 'yuv420p10le', ...bright];
    const { video, asset, facts } = await made('bright.mkv', picture, two, ten);
    expect(facts.video?.canCopy).toBe(false);
    expect([video?.color_transfer, video?.color_space]).toEqual(['bt709', 'bt709']);
    const { channels } = await sharp(asset.poster ?? Buffer.alloc(0))
      .greyscale()
      .stats();
    // The same number means a far brighter grey there than here.
    expect(channels[0]?.mean).toBeGreaterThan(170);
  });

  it('of woven fields is taken apart', async () => {
    const woven = ['-vf', 'tinterlace=4', '-flags', '+ildct+ilme', '-top', '1'];
    const { facts, pictures, video } = await made(
      'woven.mp4',
      moving('320x180', 50),
      two,
      woven,
      h264(25),
    );
    expect(facts.video?.canCopy).toBe(false);
    expect([pictures, video?.field_order ?? 'progressive']).toEqual([50, 'progressive']);
  });

  it('of 120 pictures in a second keeps sixty of them', async () => {
    const { asset, pictures, out } = await made('fast.mp4', moving('320x180', 120), two, h264(120));
    expect(pictures).toBe(120);
    expect(asset.renditions.map(({ name }) => name)).toEqual(['180p']);
    expect(await readFile(join(out, 'master.m3u8'), 'utf8')).toContain('FRAME-RATE=60.000');
  });

  it('whose pictures come at any pace keeps their times', async () => {
    const uneven = ['-vf', "select='not(mod(n,7))+gt(mod(n,50),30)'", '-fps_mode', 'vfr'];
    const slow = ['-c:v', 'mpeg4', '-q:v', '8'];
    const { pictures, facts, seconds } = await made(
      'uneven.mkv',
      moving('320x180', 50),
      two,
      uneven,
      slow,
    );
    expect(pictures).toBeGreaterThan(40);
    expect(pictures).toBeLessThan(60);
    expect(Math.abs(seconds - facts.seconds)).toBeLessThan(0.1);
  });

  it('whose picture ends before its sound stands still until the end', async () => {
    const picture = ['-t', '1', ...moving('320x180', 10)];
    const sound = ['-t', '13', ...tone()];
    const { seconds, pictures } = await made('stands.mp4', picture, sound, h264(10), aac());
    expect(Math.abs(seconds - 13)).toBeLessThan(0.1);
    expect(pictures).toBeGreaterThan(120);
  });

  it('whose keyframes lie far apart where nobody looked first is encoded after all', async () => {
    const { facts, asset, seconds } = await made('gap.mp4', ...gapped);
    expect(facts.video?.canCopy).toBe(true);
    expect(asset.renditions.map(({ name }) => name)).toEqual(['90p']);
    expect(Math.abs(seconds - 240)).toBeLessThan(0.1);
  });

  it('leaves nothing of a copy that cannot go on, and leads nobody there', async () => {
    const path = await makeMedia(join(folder.path, 'late.mp4'), ...gapped);
    const sink = folderSink(`${path}.asset`);
    let began = 0;
    const shown: string[][] = [];
    const { asset, out } = await encodeBeside(path, {
      sink: {
        ...sink,
        put: async (name, content) => {
          if (name === 'source/init.mp4') began = performance.now();
          // A storage so slow that the film can be watched while it is copied: from four seconds on.
          if (name === 'source/seg-4.m4s')
            await vi.waitUntil(() => performance.now() > began + 4_500, { timeout: 15_000 });
          await sink.put(name, content);
        },
      },
      report: {
        ...silentReport,
        playable: (renditions) => shown.push(renditions.map(({ name }) => name)),
      },
    });
    expect(shown.slice(0, 3)).toEqual([['source'], [], ['90p']]);
    const master = await readFile(join(out, 'master.m3u8'), 'utf8');
    expect(master.match(/^\w+\/index/gm)).toEqual(['90p/index']);
    const names = await readdir(out, { recursive: true });
    expect(names.filter((name) => name.startsWith('source/'))).toEqual([]);
    const counted = names.filter((name) => /\.(?:mp4|m4s|jpg|vtt)$/.test(name));
    const sizes = await Promise.all(
      counted.map(async (name) => (await stat(join(out, name))).size),
    );
    expect(asset.bytes).toBe(sizes.reduce((sum, size) => sum + size, 0));
  });

  it('of a browser that does not say its length has the right one', async () => {
    const live = ['-c:v', 'libvpx', '-deadline', 'realtime', '-c:a', 'libopus', '-live', '1'];
    const { facts, seconds } = await made('browser.webm', moving(), tone(), two, live);
    expect(facts.container).toBe('webm');
    expect(Math.abs(seconds - 2)).toBeLessThan(0.1);
    expect(Math.abs(facts.seconds - 2)).toBeLessThan(0.1);
  });
});

describe('the sound of a film', () => {
  it.each<[string, string, string[][], number]>([
    ['in six channels', 'six.mp4', [['-c:a', 'aac', '-ac', '6']], 2],
    ['in one channel as MP3', 'one.mkv', [['-c:a', 'libmp3lame', '-ac', '1', '-ar', '44100']], 2],
    ['without compression', 'pcm.mov', [['-c:a', 'pcm_s16le', '-ac', '2']], 2],
  ])('%s becomes AAC in stereo while the picture is copied', async (_, name, sound, channels) => {
    const { audio, asset, seconds, facts } = await made(
      name,
      moving(),
      tone(),
      two,
      h264(),
      ...sound,
    );
    expect([audio?.codec_name, audio?.profile, audio?.channels]).toEqual(['aac', 'LC', channels]);
    expect(asset.renditions.map((one) => one.name)).toEqual(['source']);
    expect(Math.abs(seconds - facts.seconds)).toBeLessThan(0.1);
  });

  it('is the one that the file calls its usual one', async () => {
    const both = ['-map', '0:v', '-map', '1:a', '-map', '2:a'];
    const usual = ['-disposition:a:0', '0', '-disposition:a:1', 'default'];
    const silent = ['-f', 'lavfi', '-i', 'anullsrc=sample_rate=44100'];
    const { audio } = await made(
      'two.mp4',
      moving(),
      tone(),
      silent,
      two,
      both,
      h264(),
      aac(),
      usual,
    );
    expect(audio?.sample_rate).toBe('44100');
  });

  it('may be missing', async () => {
    const { audio, facts, complaints } = await made('mute.mp4', moving(), two, h264());
    expect([audio, facts.audio, complaints]).toEqual([undefined, null, '']);
  });
});

describe('chapters', () => {
  it('are read with clean titles', async () => {
    const list = join(folder.path, 'chapters.txt');
    const chapter = (start: number, title: string) =>
      `[CHAPTER]\nTIMEBASE=1/1000\nSTART=${start}\nEND=${start + 500}\ntitle=${title}\n`;
    await writeFile(
      list,
      `;FFMETADATA1\n${chapter(0, 'Begin')}${chapter(1000, 'The\u0007 <b>end</b>')}`,
    );
    const path = await makeMedia(
      join(folder.path, 'chapters.mp4'),
      ...[moving(), ['-i', list, '-map_chapters', '1', '-t', '2'], h264()],
    );
    expect((await inspectMedia(path)).chapters).toEqual([
      { startSeconds: 0, title: 'Begin' },
      { startSeconds: 1, title: 'The <b>end</b>' },
    ]);
  });
});

describe('a container', () => {
  it.each([
    ['flac', 'flac', 'flac'],
    ['ogg', 'ogg', 'libvorbis'],
    ['wav', 'wav', 'pcm_s16le'],
    ['m4a', 'm4a', 'aac'],
    ['mp3', 'mp3', 'libmp3lame'],
  ])('of sound is known by its content: %s', async (container, ending, codec) => {
    const named = join(folder.path, `sound.${ending}`);
    const path = await makeMedia(named, tone(), ['-t', '1', '-c:a', codec]);
    const facts = await inspectMedia(path);
    expect([facts.container, facts.video, facts.audio?.sampleRate]).toEqual([
      container,
      null,
      48_000,
    ]);
  });
});
