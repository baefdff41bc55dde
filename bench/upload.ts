import { fork } from 'node:child_process';
import { randomBytes } from 'node:crypto';
import { mkdtempSync, rmSync } from 'node:fs';
import { request } from 'node:http';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { uploadLimits, uploadPath } from '#contract/assets.ts';
import { freePort } from '#test/free-port.ts';
import { people } from '#test/rows.ts';
import { ended, untilAnswers } from '#test/running-product.ts';
import { report } from './kit.ts';
import { usageOf } from './live-stage.ts';
import { setStage } from './stage.ts';

// A film of 3 GB by tus, in the pieces in which our uploader sends it; the memory of the server is
// looked at meanwhile. Twin: one request whose body goes straight into a file.
const size = uploadLimits.file;
const piece = randomBytes(uploadLimits.chunk);

type Sent = { status: number; location: string };

function send(
  url: string,
  { method, headers, bytes }: { method: string; headers: Record<string, string>; bytes: number },
): Promise<Sent> {
  return new Promise((resolve, reject) => {
    const asked = request(url, { method, headers: { ...headers, 'content-length': bytes } });
    asked.on('error', reject);
    asked.on('response', (answer) => {
      answer.resume();
      const { location = '' } = answer.headers;
      answer.on('end', () => resolve({ status: answer.statusCode ?? 0, location }));
    });
    let left = bytes;
    const write = () => {
      for (; left > 0; ) {
        const next = left < piece.length ? piece.subarray(0, left) : piece;
        left -= next.length;
        if (!asked.write(next)) return void asked.once('drain', write);
      }
      asked.end();
    };
    write();
  });
}

async function upload(origin: string, token: string, bytes: number): Promise<void> {
  const tus = { authorization: `Bearer ${token}`, 'tus-resumable': '1.0.0' };
  const name = Buffer.from('film.mp4').toString('base64');
  const begun = await send(origin + uploadPath, {
    method: 'POST',
    headers: { ...tus, 'upload-length': String(bytes), 'upload-metadata': `filename ${name}` },
    bytes: 0,
  });
  if (begun.status !== 201) throw new Error(`the upload was answered ${begun.status}`);
  for (let offset = 0; offset < bytes; offset += piece.length) {
    const headers = {
      ...{ ...tus, 'upload-offset': String(offset) },
      'content-type': 'application/offset+octet-stream',
    };
    const length = Math.min(piece.length, bytes - offset);
    const { status } = await send(new URL(begun.location, origin).href, {
      ...{ method: 'PATCH', headers, bytes: length },
    });
    if (status !== 204) throw new Error(`a piece was answered ${status}`);
  }
}

const perSecond = (began: number) => size / 1024 ** 2 / ((performance.now() - began) / 1000);

let token = '';
const stage = await setStage(async (pool) => {
  [token = ''] = await people(pool, 1, '{USER,PRODUCER}');
});
const { pid } = stage.product.process;
await upload(stage.product.url, token, 10 * piece.length);
const before = usageOf(pid).memory;
let most = before;
const looking = setInterval(() => {
  most = Math.max(most, usageOf(pid).memory);
}, 200);
const began = performance.now();
await upload(stage.product.url, token, size);
const ours = perSecond(began);
clearInterval(looking);
await stage.close();

const folder = mkdtempSync(join(tmpdir(), 'platea-sink-'));
const port = await freePort();
const twin = fork('bench/twins/file-sink.ts', {
  env: { ...process.env, PORT: String(port), FILE: join(folder, 'film') },
});
await untilAnswers(`http://127.0.0.1:${port}`, twin);
const bareBegan = performance.now();
await send(`http://127.0.0.1:${port}`, { method: 'POST', headers: {}, bytes: size });
const bare = perSecond(bareBegan);
await ended(twin, 'SIGTERM');
rmSync(folder, { recursive: true, force: true });

console.log(
  `memory of the server: ${Math.round(before)} MB before, ${Math.round(most)} MB at most`,
);
report({
  name: 'upload',
  value: Math.round(ours),
  unit: `MB/s of 3 GB (memory grew by ${Math.round(most - before)} MB)`,
  twin: Math.round(bare),
});
process.exit(0);
