import { execFileSync } from 'node:child_process';
import { mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import serveStatic from '@fastify/static';
import Fastify from 'fastify';

const page = (source: string) =>
  `<!doctype html><video muted autoplay playsinline style="width:640px;height:360px"></video><script src="/hls.js"></script><script>
  const hls = new Hls({ lowLatencyMode: true, maxLiveSyncPlaybackRate: 1.06, capLevelToPlayerSize: true }); hls.loadSource(${JSON.stringify(source)});
  hls.attachMedia(document.querySelector('video'));
  const video = document.querySelector('video'); setInterval(() => video.play().catch(() => {}), 500);</script>`;

/** A page with hls.js, set as our player sets it, and nothing else; `folder` is served below /hls/. */
export async function servePlayer(options: {
  source: string;
  folder?: string;
}): Promise<{ url: string; close: () => Promise<void> }> {
  const app = Fastify();
  const hls = readFileSync('node_modules/hls.js/dist/hls.min.js');
  app.get('/hls.js', (_request, reply) =>
    reply.type('text/javascript').header('cache-control', 'max-age=3600').send(hls),
  );
  app.get('/', (_request, reply) => reply.type('text/html').send(page(options.source)));
  if (options.folder)
    await app.register(serveStatic, { root: options.folder, prefix: '/hls/', cacheControl: false });
  const url = await app.listen({ port: 0, host: '127.0.0.1' });
  return { url, close: () => app.close() };
}

/** Ten seconds of picture and sound as ffmpeg's own HLS, 1280 × 720, two seconds a segment. */
export function recordedClip(): { path: string; remove: () => void } {
  const path = mkdtempSync(join(tmpdir(), 'platea-clip-'));
  execFileSync('ffmpeg', [
    ...['-loglevel', 'error', '-f', 'lavfi', '-i', 'testsrc2=size=1280x720:rate=25'],
    ...['-f', 'lavfi', '-i', 'sine=frequency=440:sample_rate=48000', '-t', '10'],
    ...['-c:v', 'libx264', '-preset', 'ultrafast', '-pix_fmt', 'yuv420p', '-g', '50'],
    ...['-c:a', 'aac', '-f', 'hls', '-hls_time', '2', '-hls_playlist_type', 'vod'],
    join(path, 'clip.m3u8'),
  ]);
  return { path, remove: () => rmSync(path, { recursive: true, force: true }) };
}
