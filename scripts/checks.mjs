/**
 * The checks that look at the code without running it, as sentences. Each answers the faults that
 * it found; none means that the sentence is true.
 */
import { existsSync, readdirSync, readFileSync } from 'node:fs';
import { join, relative } from 'node:path';
import { levels } from '../.dependency-cruiser.mjs';
import { node24, root, run as runProgram } from './setup.mjs';
import { findWordingFaults } from './wording.mjs';
import { findWordFaults } from './words.mjs';

const modules = join(root, 'node_modules');
/** The engine's tests, which need their seconds, may run beside. */
const run = (program, args) => runProgram(program, args, { gives: true });
const program = (...path) => join(modules, ...path);

export const checks = [
  { sentence: 'Every file is formatted and free of lint', faults: lint },
  { sentence: 'Every type fits', faults: types },
  { sentence: 'Every import keeps to the rules', faults: imports },
  {
    sentence: 'Every word exists in every language and is used',
    faults: async () => findWordFaults(),
  },
  {
    sentence: 'Every sentence is put as its readers put it',
    faults: async () => findWordingFaults(),
  },
  { sentence: 'The database types agree with the migrations', faults: databaseTypes },
  { sentence: 'Every area explains itself on one page', faults: async () => readmes() },
  { sentence: 'No file is longer than a reader can hold', faults: async () => sizes() },
];

async function lint() {
  const args = ['check', '--error-on-warnings', '--max-diagnostics=none', '--reporter=github'];
  const { code, output } = await run(program('.bin', 'biome'), args);
  if (code === 0) return [];
  const faults = [
    ...output.matchAll(/^::\w+ title=([^,]*),file=([^,]*),line=(\d+).*?::(.*)$/gm),
  ].map(([, rule, file, line, message]) => `${relative(root, file)}:${line} ${rule}: ${message}`);
  return faults.length > 0 ? faults : [lastPart(output, 40)];
}

async function types() {
  const typegen = await run(node24, [program('@react-router', 'dev', 'bin.cjs'), 'typegen']);
  if (typegen.code !== 0) return [lastPart(typegen.output, 30)];
  // The native compiler is several times faster; the other is there for tools that use its API.
  const { code, output } = await run(node24, [
    program('typescript-native', 'bin', 'tsc'),
    '--noEmit',
    '--pretty',
    'false',
  ]);
  return code === 0 ? [] : output.trim().split('\n');
}

const sources = ['contract', 'server', 'web'];

async function imports() {
  const { code, output } = await run(node24, [
    program('dependency-cruiser', 'bin', 'dependency-cruiser.mjs'),
    '--config',
    '.dependency-cruiser.mjs',
    '--output-type',
    'json',
    ...sources.filter((folder) => existsSync(join(root, folder))),
  ]);
  if (!output.startsWith('{')) return [lastPart(output, 20) || `it ended with ${code}`];
  const { modules: read, summary } = JSON.parse(output);
  const faults = summary.violations.map(({ rule, from, to }) => `${rule.name}: ${from} → ${to}`);
  return [...unread(read), ...faults];
}

/** A tool that silently reads nothing would pass everything. */
function unread(read) {
  const seen = new Set(read.map(({ source }) => source));
  return sources
    .flatMap(filesBelow)
    .filter((file) => /\.tsx?$/.test(file) && !/\.test\.tsx?$/.test(file) && !seen.has(file))
    .map((file) => `not read by the check itself: ${file}`);
}

async function databaseTypes() {
  const { code, output } = await run(node24, ['scripts/migrate.ts', '--types', '--check']);
  return code === 0 ? [] : [lastPart(output, 12)];
}

/** The areas that exist, and the ground that they stand on. */
function readmes() {
  const longest = 60;
  return ['platform', ...levels.flat()]
    .filter((area) => existsSync(join(root, 'server', area)))
    .flatMap((area) => {
      const file = `server/${area}/README.md`;
      if (!existsSync(join(root, file))) return [`${file} is missing`];
      const lines = linesOf(file);
      return lines > longest ? [`${file} has ${lines} lines of ${longest}`] : [];
    });
}

/** The first limit that fits a file holds. */
const limits = [
  [/^server\/platform\/database\/schema\.ts$/, Number.POSITIVE_INFINITY],
  [/\.test\.tsx?$/, 500],
  [/^contract\//, 500],
  [/\.(ts|tsx|mjs)$/, 350],
];

function sizes() {
  return [...sources, 'test', 'e2e', 'scripts', 'bench'].flatMap(filesBelow).flatMap((file) => {
    const limit = limits.find(([pattern]) => pattern.test(file))?.[1];
    if (!limit) return [];
    const lines = linesOf(file);
    return lines > limit ? [`${file} has ${lines} lines of ${limit}`] : [];
  });
}

const linesOf = (file) => readFileSync(join(root, file), 'utf8').trimEnd().split('\n').length;

function filesBelow(path) {
  if (!existsSync(join(root, path))) return [];
  return readdirSync(join(root, path), { withFileTypes: true }).flatMap((entry) =>
    entry.isDirectory() ? filesBelow(`${path}/${entry.name}`) : [`${path}/${entry.name}`],
  );
}

const lastPart = (text, lines) => text.trim().split('\n').slice(-lines).join('\n');
