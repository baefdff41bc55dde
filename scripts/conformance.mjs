/**
 * `npm run conformance [-- --seconds 60]`: a show of a minute, judged by what others say of it. A strict
 * parser reads every playlist, ffprobe every rendition, and ffmpeg, ffplay and GStreamer watch it live.
 * Prints a table and fails when one of them has something to complain about. The rules themselves are
 * in `server/live/engine/conformance*.test.ts`.
 */
import { ensureFfmpeg, ensurePackages, ensureProgram, node24, orEnd, run } from './setup.mjs';

const gstreamer = ['tools', 'plugins-base', 'plugins-good', 'plugins-bad', 'libav'];

await orEnd(async () => {
  await ensurePackages();
  await ensureFfmpeg();
  await ensureProgram({
    program: 'gst-launch-1.0',
    packages: gstreamer.map((name) => `gstreamer1.0-${name}`),
    purpose: 'Without it one player less watches the show, and that counts as a failure.',
  });
  const { code } = await run(node24, ['test/hls/conformance.ts', ...process.argv.slice(2)], {
    live: true,
    timeoutMs: 15 * 60 * 1000,
  });
  process.exitCode = code;
});
