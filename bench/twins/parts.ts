import { createServer } from 'node:http';

// The least that could feed the crowd: one playlist text and one part from memory, a new part three
// times a second, whoever asks waits for it. No signatures, no views, no encoder.
const part = Buffer.alloc(36 * 1024, 7);
let segment = 0;
let index = 0;
const waiting = new Set<() => void>();

const text = (): Buffer => {
  const lines = Array.from({ length: 12 }, (_, at) => {
    const number = segment * 6 + index - 12 + at;
    return `#EXT-X-PART:DURATION=0.33333,URI="part-0-${Math.max(0, Math.floor(number / 6))}-${Math.max(0, number % 6)}.m4s"`;
  });
  const head =
    '#EXTM3U\n#EXT-X-VERSION:9\n#EXT-X-TARGETDURATION:4\n#EXT-X-PART-INF:PART-TARGET=0.334';
  const hint = `#EXT-X-PRELOAD-HINT:TYPE=PART,URI="part-0-${segment}-${index}.m4s"`;
  return Buffer.from([head, ...lines, hint, ''].join('\n'));
};
let playlist = text();

setInterval(() => {
  index += 1;
  if (index === 6) {
    index = 0;
    segment += 1;
  }
  playlist = text();
  const woken = [...waiting];
  waiting.clear();
  for (const wake of woken) wake();
}, 1000 / 3);

createServer((request, response) => {
  if (!request.url?.includes('index.m3u8')) {
    response.end(part);
    return;
  }
  if (request.url.includes('_HLS_msn')) waiting.add(() => response.end(playlist));
  else response.end(playlist);
}).listen(Number(process.env.PORT), '127.0.0.1');

process.on('SIGTERM', () => process.exit(0));
