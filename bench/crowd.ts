import { Agent, get, type IncomingMessage } from 'node:http';
import { setTimeout as pause } from 'node:timers/promises';
import { countMediaWithHeap } from '#server/platform/media-memory.ts';

// As in our own process; viewers are other machines, and cost as little of this one as they can.
countMediaWithHeap();

// Viewers of a live show in a process of their own: each asks as hls.js does, for the playlist that
// waits for the next part and then for that part, one after the other.
export type CrowdOrder = {
  /** One address of a rendition's playlist for each viewer. */
  urls: string[];
  seconds: number;
};
export type CrowdReport = {
  playlists: number;
  parts: number;
  failed: number;
  bytes: number;
  /** Requests that failed, by what was answered. */
  failures: Record<string, number>;
};

const agent = new Agent({ keepAlive: true, maxSockets: Number.POSITIVE_INFINITY });
const report: CrowdReport = { playlists: 0, parts: 0, failed: 0, bytes: 0, failures: {} };
let until = 0;

function fetchText(url: string, wantsText: boolean): Promise<string | null> {
  return new Promise((resolve) => {
    const failed = (why: string) => {
      report.failed += 1;
      report.failures[why] = (report.failures[why] ?? 0) + 1;
      resolve(null);
    };
    const answered = (answer: IncomingMessage) => {
      const pieces: Buffer[] = [];
      answer.on('data', (bytes: Buffer) => {
        report.bytes += bytes.length;
        if (wantsText) pieces.push(bytes);
      });
      answer.on('error', () => failed('broken'));
      answer.on('end', () => {
        if (answer.statusCode === 200) resolve(Buffer.concat(pieces).toString());
        else failed(String(answer.statusCode));
      });
    };
    get(url, { agent }, answered).on('error', (error: NodeJS.ErrnoException) =>
      failed(error.code ?? 'error'),
    );
  });
}

const hint = /#EXT-X-PRELOAD-HINT:TYPE=PART,URI="part-\d+-(\d+)-(\d+)\.m4s"/;
const part = /#EXT-X-PART:[^\n]*URI="([^"]+)"/g;

async function watch(url: string): Promise<void> {
  const base = url.slice(0, url.lastIndexOf('/') + 1);
  const seen = new Set<string>();
  let query = '';
  while (performance.now() < until) {
    const text = await fetchText(url + query, true);
    if (text === null) {
      await pause(500);
      continue;
    }
    report.playlists += 1;
    const [, segment, index] = hint.exec(text) ?? [];
    query = segment ? `?_HLS_msn=${segment}&_HLS_part=${index}&_HLS_skip=YES` : '';
    const names = [...text.matchAll(part)].map((found) => found[1] ?? '');
    const fresh = seen.size === 0 ? names.slice(-3) : names.filter((name) => !seen.has(name));
    for (const name of names) seen.add(name);
    for (const name of fresh) {
      if ((await fetchText(base + name, false)) !== null) report.parts += 1;
    }
    if (seen.size > 200) for (const name of [...seen].slice(0, 100)) seen.delete(name);
  }
}

process.once('message', async ({ urls, seconds }: CrowdOrder) => {
  until = performance.now() + seconds * 1000;
  // People do not come in the same millisecond.
  const viewers = urls.map((url, index) =>
    pause((index * 5_000) / urls.length).then(() => watch(url)),
  );
  await Promise.all(viewers);
  agent.destroy();
  process.send?.(report, () => process.exit(0));
});
