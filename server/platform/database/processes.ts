import pg from 'pg';
import { config } from '../config.ts';

/** What goes from process to process; `from` keeps one from hearing itself. */
type Parcel = { from: string; topic: string; message: unknown };
type Listener = { hear: (message: never) => void; missed?: () => void };

const channel = 'platea_processes';
const self = crypto.randomUUID();
const reconnectMs = [200, 1000, 3000, 10_000];
/** By topic. */
const listeners = new Map<string, Listener>();

let client: pg.Client | null = null;
let open = false;
let failures = 0;
let again: NodeJS.Timeout | null = null;

/**
 * From now on `hear` is told what other processes say of this topic, never what this one says.
 * `missed` is called when the connection comes back: something may have been said meanwhile.
 * One listener a topic, the last one: an app that is built twice hears once.
 */
export function hearOthers<T>(
  topic: string,
  hear: (message: T) => void,
  missed?: () => void,
): void {
  listeners.set(topic, { hear, missed });
}

/**
 * Tells every other process on this database, by NOTIFY, in the order of the calls; under 7900 bytes
 * as JSON. Lost while the connection is down: say only what can also be found by asking.
 */
export function tellOthers(topic: string, message: unknown): void {
  const parcel: Parcel = { from: self, topic, message };
  const text = JSON.stringify(parcel);
  // One after the other: a client takes one statement at a time.
  sending = sending.then(() =>
    client?.query('select pg_notify($1, $2)', [channel, text]).catch(() => undefined),
  );
}

let sending: Promise<unknown> = Promise.resolve();

/** Opens the one connection that tells and hears. It is renewed whenever it breaks. */
export async function joinProcesses(): Promise<void> {
  open = true;
  await connect();
}

/** Says what is still to be said, then closes the connection. */
export async function leaveProcesses(): Promise<void> {
  open = false;
  if (again) clearTimeout(again);
  again = null;
  await sending;
  const closing = client;
  client = null;
  await closing?.end().catch(() => undefined);
}

async function connect(): Promise<void> {
  const fresh = new pg.Client({
    connectionString: config().DATABASE_URL,
    keepAlive: true,
    connectionTimeoutMillis: 5000,
    application_name: 'platea processes',
  });
  const lost = () => {
    if (client === fresh) client = null;
    fresh.removeAllListeners('notification');
    retry();
  };
  fresh.on('error', lost);
  fresh.on('end', lost);
  fresh.on('notification', ({ payload }) => hear(payload ?? ''));
  try {
    await fresh.connect();
    await fresh.query(`listen ${channel}`);
    client = fresh;
    if (failures > 0) for (const { missed } of listeners.values()) missed?.();
    failures = 0;
  } catch {
    await fresh.end().catch(() => undefined);
    retry();
  }
}

function retry(): void {
  if (!open || again) return;
  const wait = reconnectMs[Math.min(failures, reconnectMs.length - 1)];
  failures += 1;
  again = setTimeout(() => {
    again = null;
    if (open && !client) void connect();
  }, wait);
  again.unref();
}

function hear(payload: string): void {
  try {
    const { from, topic, message } = JSON.parse(payload) as Parcel;
    if (from !== self) listeners.get(topic)?.hear(message as never);
  } catch {
    // Another version of ours may speak otherwise: what it says is only missed.
  }
}
