import { spawn } from 'node:child_process';
import { catalogContract } from '#contract/catalog.ts';
import { liveContract } from '#contract/live.ts';
import { config } from '#server/platform/config.ts';
import { ffmpegVersion } from '#server/platform/http/health.ts';
import type { Guest } from './guest.ts';
import type { DemoShow } from './shows.ts';

/** Streams a show of the past to its own key, as an encoder would, and ends it: it is recorded. */
export async function recordShow(owner: Guest, show: DemoShow): Promise<void> {
  if (!(await ffmpegVersion())) return;
  const { items } = await owner.call(catalogContract.listOwnProducts, { query: { q: show.title } });
  const slug = items.find(({ title }) => title === show.title)?.slug;
  if (!slug) return;
  const params = { slug };
  const broadcast = await owner.call(liveContract.getBroadcast, { params });
  if (broadcast.state === 'ended' || broadcast.refusal) return;
  const address = `rtmp://127.0.0.1:${config().RTMP_PORT}/live/${broadcast.streamKey}`;
  await play(address, show);
  await owner.call(liveContract.stopBroadcast, { params }).catch(() => undefined);
}

/** Colours that breathe and a slow chord: small, different for each show, and light to make. */
function play(address: string, { recording = 30, poster }: DemoShow): Promise<void> {
  const [night, deep, glow, light] = poster.palette.map((colour) => colour.replace('#', '0x'));
  const picture = `gradients=s=320x180:r=25:c0=${night}:c1=${deep}:c2=${glow}:c3=${light}:n=4:speed=0.012:seed=${poster.seed},scale=960:540:flags=bicubic`;
  const base = 110 + (poster.seed % 5) * 22;
  const chord = [1, 1.25, 1.5, 2]
    .map((step, index) => `0.12*sin(2*PI*${base * step}*t)*(0.5+0.5*sin(2*PI*t/${5 + index * 2}))`)
    .join('+');
  return new Promise((done) => {
    const ffmpeg = spawn(
      'ffmpeg',
      [
        ...['-hide_banner', '-loglevel', 'error', '-readrate', '4', '-f', 'lavfi', '-i', picture],
        ...['-readrate', '4', '-f', 'lavfi', '-i', `aevalsrc=${chord}:s=48000:c=stereo`],
        ...[
          '-t',
          String(recording),
          '-c:v',
          'libx264',
          '-preset',
          'veryfast',
          '-pix_fmt',
          'yuv420p',
        ],
        ...['-g', '50', '-keyint_min', '50', '-sc_threshold', '0', '-b:v', '1200k'],
        ...['-c:a', 'aac', '-b:a', '128k', '-f', 'flv', address],
      ],
      { stdio: 'ignore' },
    );
    ffmpeg.once('error', () => done());
    ffmpeg.once('exit', () => done());
  });
}
