/**
 * `npm run encoders`: real encoders against the live engine alone, without a database. Each must go
 * live, be decoded without a warning in every rendition, end, and leave when its key is not known.
 * What is missing is installed from Debian. No part of `npm test`.
 */
import { ensureFfmpeg, ensurePackages, ensureProgram, SetupError } from './setup.mjs';

const plugins = ['base', 'good', 'bad', 'ugly'].map((name) => `gstreamer1.0-plugins-${name}`);
const columns = { name: 30, live: 9 };

try {
  await ensurePackages();
  await ensureFfmpeg();
  await ensureProgram({
    program: 'gst-launch-1.0',
    packages: ['gstreamer1.0-tools', ...plugins],
    purpose: 'Without it neither GStreamer nor librtmp can be tried.',
  });
  await ensureProgram({
    program: 'obs',
    packages: ['obs-studio', 'xvfb', 'libgl1-mesa-dri'],
    purpose: 'Without it OBS Studio cannot be tried.',
  });
  const { tryEncoders } = await import('../test/encoder-matrix.ts');
  console.log(`${'encoder'.padEnd(columns.name)}${'live'.padEnd(columns.live)}decoded`);
  const isGood = await tryEncoders(({ name, liveAfterMs, decoded, fault }) => {
    const live = `${(liveAfterMs / 1000).toFixed(1)} s`;
    console.log(`${name.padEnd(columns.name)}${live.padEnd(columns.live)}${fault ?? decoded}`);
  });
  process.exit(isGood ? 0 : 1);
} catch (failure) {
  if (!(failure instanceof SetupError)) throw failure;
  console.error(failure.message);
  process.exitCode = 1;
}
