/**
 * What must be on the machine before anything can run. Plain JavaScript without packages, because
 * it runs where nothing is installed yet, and on any Node from 18 on.
 */
import { spawn } from 'node:child_process';
import { createHash } from 'node:crypto';
import { existsSync, readdirSync, readFileSync, writeFileSync } from 'node:fs';
import { constants, setPriority } from 'node:os';
import { delimiter, dirname, join, relative } from 'node:path';
import { fileURLToPath } from 'node:url';

export const root = dirname(dirname(fileURLToPath(import.meta.url)));
const modules = join(root, 'node_modules');
const stampFile = join(modules, '.platea-stamp');
const buildStampFile = join(root, 'build', '.platea-stamp');

/** Node 24, which came with the packages; the machine's own may be older. */
export const node24 = join(modules, '.bin', 'node');

/** Node keeps what it made of our TypeScript and of the packages: every start but the first saves two seconds. */
export const compileCache = () => ({
  NODE_COMPILE_CACHE: process.env.NODE_COMPILE_CACHE ?? join(modules, '.cache', 'node'),
});

/** A reason to stop that the person at the keyboard can mend: `message` is all there is to say. */
export class SetupError extends Error {}

/** Does what a program cannot start without; where that fails, says why and ends. */
export async function orEnd(work) {
  try {
    await work();
  } catch (failure) {
    if (!(failure instanceof SetupError)) throw failure;
    console.error(failure.message);
    process.exit(1);
  }
}

export const say = (sentence) => console.log(sentence);

/**
 * Installs the packages of package-lock.json, unless they are there already. `tools: false` leaves
 * out those that only tests, checks and benchmarks need: a third of the bytes.
 */
export async function ensurePackages({ tools = true } = {}) {
  if (Number(process.versions.node.split('.')[0]) < 18) {
    throw new SetupError(`Platea needs Node 18 or newer to start; this is ${process.version}.`);
  }
  const whole = hashOf([join(root, 'package-lock.json')]);
  const found = readText(stampFile);
  const wanted = tools ? whole : `${whole} without tools`;
  if ((found === whole || found === wanted) && existsSync(node24)) return;
  if (!agreesWithLock(tools)) {
    say('Installing packages (about a minute the first time) …');
    await installPackages(tools);
  }
  writeFileSync(stampFile, wanted);
}

/** Packages that were installed by hand count, if each is there in the locked version. */
function agreesWithLock(tools) {
  const present = readJson(join(modules, '.package-lock.json'))?.packages;
  const locked = readJson(join(root, 'package-lock.json'))?.packages;
  if (!present || !locked || !existsSync(node24)) return false;
  return Object.entries(locked).every(
    ([path, { version, optional, dev }]) =>
      path === '' || optional || (dev && !tools) || present[path]?.version === version,
  );
}

async function installPackages(tools) {
  // Our own Node lies in the folder that npm is about to empty: npm must run on the machine's.
  const path = (process.env.PATH ?? '')
    .split(delimiter)
    .filter((folder) => !folder.endsWith(join('node_modules', '.bin')));
  const { NODE_ENV: _, ...env } = process.env;
  const which = tools ? '--include=dev' : '--omit=dev';
  const args = ['ci', which, '--no-audit', '--no-fund', '--loglevel=error'];
  const { code, output } = await run('npm', args, {
    env: { ...env, PATH: path.join(delimiter) },
  });
  if (code === 0 && existsSync(node24)) return;
  throw new SetupError(whyNpmFailed(output));
}

function whyNpmFailed(output) {
  if (/ENOTFOUND|EAI_AGAIN|ECONNREFUSED|ETIMEDOUT|ECONNRESET|network/.test(output)) {
    return (
      'The packages could not be installed: the npm registry cannot be reached. ' +
      'Check the network (or the registry that npm is set to) and start again.'
    );
  }
  if (/ENOSPC/.test(output)) return 'The packages could not be installed: the disk is full.';
  if (/EACCES|EROFS|EPERM/.test(output)) {
    return `The packages could not be installed: this user may not write to ${modules}.`;
  }
  if (/ENOENT.*npm|not found/.test(output)) {
    return 'The packages could not be installed: npm was not found beside Node.';
  }
  const last = output.trim().split('\n').slice(-6).join('\n');
  return `The packages could not be installed (npm ci). npm said:\n${last}`;
}

/**
 * Makes a program of the system available, by apt-get where that is allowed. Answers whether it is
 * there; what to do if not has then been said.
 */
export async function ensureProgram({ program, others = [], packages, purpose }) {
  if (onPath([program, ...others])) return true;
  const byHand = `install it (on Debian or Ubuntu: sudo apt-get install ${packages.join(' ')})`;
  if (process.getuid?.() === 0 && onPath(['apt-get'])) {
    say(`Installing ${program} …`);
    await aptInstall(packages);
    if (onPath([program, ...others])) return true;
    say(`${program} could not be installed by apt-get. ${purpose} To have it, ${byHand}.`);
    return false;
  }
  say(`${program} is not on this machine. ${purpose} To have it, ${byHand}.`);
  return false;
}

// Two installations at once would wait for each other's lock and fail.
let aptQueue = Promise.resolve();

function aptInstall(packages) {
  const env = { ...process.env, DEBIAN_FRONTEND: 'noninteractive' };
  const quiet = ['-qq', '-o', 'DPkg::Lock::Timeout=120', '-o', 'Acquire::Retries=2'];
  const install = ['install', '-y', '--no-install-recommends', ...packages];
  aptQueue = aptQueue.then(async () => {
    await run('apt-get', [...quiet, 'update'], { env });
    await run('apt-get', [...quiet, ...install], { env });
  });
  return aptQueue;
}

export const ensureFfmpeg = () =>
  ensureProgram({
    program: 'ffmpeg',
    packages: ['ffmpeg'],
    purpose: 'Platea runs without it, but live streaming and video processing stay switched off.',
  });

/** The browser of the journeys; a machine without the second one takes the first for everything. */
export async function ensureChromium() {
  const isThere = await ensureProgram({
    program: 'chromium',
    others: ['chromium-browser', 'google-chrome'],
    packages: ['chromium', 'fonts-liberation'],
    purpose: 'Without it the journeys in the browser cannot be tested.',
  });
  if (isThere) {
    await ensureProgram({
      program: 'chromium-headless-shell',
      packages: ['chromium-headless-shell'],
      purpose: 'Without it the journeys in the browser take twice as long.',
    });
  }
  return isThere;
}

/** The first of these programs found on PATH. */
export function onPath(programs) {
  const folders = (process.env.PATH ?? '').split(delimiter).filter(Boolean);
  return programs.find((name) => folders.some((folder) => existsSync(join(folder, name))));
}

/** What the web is built from; any change of a byte in it means a new build. */
const webSources = [
  'web',
  'contract',
  'package-lock.json',
  'tsconfig.json',
  'vite.config.ts',
  'react-router.config.ts',
];

/**
 * Builds the web for production, unless the last build is of these very sources. `gives`: whatever
 * else runs goes first.
 */
export async function ensureBuild({ gives = false } = {}) {
  const wanted = hashOf(webSources.flatMap((source) => filesBelow(join(root, source))));
  if (readText(buildStampFile) === wanted) return;
  say('Building the web …');
  const { code, output } = await run(
    node24,
    [join(modules, '@react-router', 'dev', 'bin.cjs'), 'build'],
    { env: { ...process.env, NODE_ENV: 'production', NO_COLOR: '1', FORCE_COLOR: '0' }, gives },
  );
  if (code !== 0) {
    throw new SetupError(
      `The web could not be built:\n${output.trim().split('\n').slice(-25).join('\n')}`,
    );
  }
  writeFileSync(buildStampFile, wanted);
}

function filesBelow(path) {
  if (!existsSync(path)) return [];
  try {
    return readdirSync(path)
      .sort()
      .flatMap((name) => filesBelow(join(path, name)));
  } catch {
    return [path];
  }
}

function hashOf(files) {
  const hash = createHash('sha256');
  for (const file of files)
    hash.update(relative(root, file)).update('\0').update(readFileSync(file));
  return hash.digest('hex');
}

const readText = (path) => (existsSync(path) ? readFileSync(path, 'utf8') : '');
const readJson = (path) => (existsSync(path) ? JSON.parse(readFileSync(path, 'utf8')) : undefined);

/**
 * Runs a program to its end, without input; answers its exit code and all that it printed. `gives`:
 * whatever else runs goes first. `given`: an AbortSignal by which it is told to stop.
 */
export function run(
  program,
  args,
  { env = process.env, live = false, timeoutMs = 0, gives = false, given = undefined } = {},
) {
  return new Promise((done) => {
    const child = spawn(program, args, { cwd: root, env, stdio: ['ignore', 'pipe', 'pipe'] });
    given?.addEventListener('abort', () => child.kill('SIGTERM'));
    if (gives && child.pid) giveWay(child.pid);
    const timer = timeoutMs ? setTimeout(() => child.kill('SIGKILL'), timeoutMs) : undefined;
    let output = '';
    const listen = (chunk) => {
      output += chunk;
      if (live) process.stdout.write(chunk);
    };
    child.stdout.on('data', listen);
    child.stderr.on('data', listen);
    child.on('error', (failure) => done({ code: 127, output: `${output}${failure.message}` }));
    child.on('close', (code) => {
      clearTimeout(timer);
      done({ code: code ?? 1, output });
    });
  });
}

function giveWay(pid) {
  try {
    setPriority(pid, constants.priority.PRIORITY_LOW);
  } catch {
    // It has ended already.
  }
}
