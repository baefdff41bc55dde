/**
 * `npm run bench [name …]`: runs the benchmarks one after the other, alone on the machine as far as
 * we can tell. Each file
 * of `bench/` named below measures the product and, in the same run, a bare twin: the
 * least that could do the same work. Its last line is one JSON object with name, value, unit, twin
 * and ratio (value divided by twin); the same lines stand together at the end.
 */
import { join } from 'node:path';
import { ensureBuild, ensureFfmpeg, ensurePackages, node24, run, SetupError } from './setup.mjs';

const benchmarks = [
  'start-up',
  'catalogue-api',
  'product-page',
  'lighthouse',
  'checkout',
  'hot-sale',
  'hls-origin',
  'live-latency',
  'live-crowd',
  'join',
  'chat-fanout',
  'vod',
  'upload',
];
/** Not with the others: it takes half an hour. */
const onlyByName = ['soak'];
const longest = 40 * 60 * 1000;

function namesAsked() {
  const asked = process.argv.slice(2);
  const known = [...benchmarks, ...onlyByName];
  const unknown = asked.filter((name) => !known.includes(name));
  if (unknown.length > 0) {
    throw new SetupError(
      `No benchmark named ${unknown.join(', ')}. There are: ${known.join(', ')}.`,
    );
  }
  return asked.length > 0 ? asked : benchmarks;
}

async function measure(name) {
  console.log(`\n— ${name}`);
  const { code, output } = await run(node24, [join('bench', `${name}.ts`)], {
    env: { ...process.env, NODE_ENV: 'production' },
    live: true,
    timeoutMs: longest,
  });
  const result = resultIn(output);
  if (code === 0 && result?.name === name) return JSON.stringify(result);
  console.log(`${name} broke off (exit code ${code}) or printed no result.`);
  return undefined;
}

function resultIn(output) {
  try {
    const result = JSON.parse(output.trim().split('\n').at(-1) ?? '');
    const numbers = [result.value, result.twin, result.ratio];
    return numbers.every(Number.isFinite) && typeof result.unit === 'string' ? result : undefined;
  } catch {
    return undefined;
  }
}

try {
  await Promise.all([ensurePackages().then(ensureBuild), ensureFfmpeg()]);
  const results = [];
  for (const name of namesAsked()) results.push(await measure(name));
  console.log(`\n${results.filter(Boolean).join('\n')}`);
  process.exitCode = results.every(Boolean) ? 0 : 1;
} catch (failure) {
  if (!(failure instanceof SetupError)) throw failure;
  console.error(failure.message);
  process.exitCode = 1;
}
