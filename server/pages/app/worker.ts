import { readFileSync } from 'node:fs';
import { config } from '#server/platform/config.ts';

/** What the worker itself may do: run, and ask us. The policy of its answer holds for its questions. */
export const workerPolicy = "default-src 'none'; script-src 'self'; connect-src 'self'";

const file = new URL('./service-worker.js', import.meta.url);
let known: string | null = null;

/** Ends every worker that is out there: browsers ask for the newest one with each visit. */
const goodbye = `self.addEventListener('install', () => self.skipWaiting());
self.addEventListener('activate', (event) => event.waitUntil(caches.keys()
  .then((names) => Promise.all(names.map((name) => caches.delete(name))))
  .then(() => self.registration.unregister())));
`;

/** The worker of the app; with SERVICE_WORKER=off one that forgets everything and leaves. */
export function workerScript(): string {
  if (!config().SERVICE_WORKER) return goodbye;
  known ??= readFileSync(file, 'utf8');
  return known;
}
