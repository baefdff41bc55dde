/**
 * Fills a folder with the demonstration, for journeys that are made on copies of it:
 * `node scripts/make-demo.ts FOLDER`.
 */
import { makeDemo } from '#test/setup/demo-product.ts';

const [folder] = process.argv.slice(2);
if (!folder) throw new Error('a folder must be named');
const given = new AbortController();
for (const signal of ['SIGINT', 'SIGTERM'] as const) process.on(signal, () => given.abort());
await makeDemo(folder, given.signal);
