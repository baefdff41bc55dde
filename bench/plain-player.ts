import { execFileSync } from 'node:child_process';
import { mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { stripTypeScriptTypes } from 'node:module';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import serveStatic from '@fastify/static';
import Fastify from 'fastify';

// Our own source runs in the page as it is written, without the rest of the player around it.
const imports = {
  'hls.js': '/hls.mjs',
  'hls.js/dist/hls.worker.js?url': '/worker.js',
  '#web/platform/clock.ts': '/clock.ts',
};
const page = (source: string, kind: string) => `<!doctype html>
<video muted autoplay playsinline style="width:640px;height:360px"></video>
<script type="importmap">${JSON.stringify({ imports })}</script>
<script type="module">
  import { playSource } from '/hls-source.ts';
  const video = document.querySelector('video');
  const says = ['offered', 'playing', 'silent', 'slate', 'lost'];
  const given = Object.fromEntries(says.map((name) => [name, () => undefined]));
  playSource({ ...given, video, kind: '${kind}', address: () => ${JSON.stringify(source)} });
  setInterval(() => video.play().catch(() => undefined), 500);
</script>`;

/** A file of our player, without what the browser cannot read of it. */
const script = (name: string) =>
  stripTypeScriptTypes(readFileSync(`web/player/parts/${name}.ts`, 'utf8'));
const parts = ['hls-source', 'live-distance', 'clock-keeper', 'server-clock'];

/** A page that plays by our player's source and nothing else; `folder` is served below /hls/. */
export async function servePlayer(options: {
  source: string;
  folder?: string;
  /** A recording else. */
  live?: boolean;
}): Promise<{ url: string; close: () => Promise<void> }> {
  const app = Fastify();
  const scripts: Record<string, string> = {
    '/hls.mjs': readFileSync('node_modules/hls.js/dist/hls.mjs', 'utf8'),
    '/hls.worker.js': readFileSync('node_modules/hls.js/dist/hls.worker.js', 'utf8'),
    '/worker.js': "export default '/hls.worker.js';",
    // Ours comes with React, which the source does not need.
    '/clock.ts': 'export const browserNow = () => performance.timeOrigin + performance.now();',
    ...Object.fromEntries(parts.map((name) => [`/${name}.ts`, script(name)])),
  };
  for (const [path, script] of Object.entries(scripts)) {
    app.get(path, (_request, reply) =>
      reply.type('text/javascript').header('cache-control', 'max-age=3600').send(script),
    );
  }
  app.get('/', (_request, reply) =>
    reply
      .type('text/html')
      .send(page(options.source, options.live === false ? 'recording' : 'live')),
  );
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
