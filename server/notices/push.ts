import { EventEmitter } from 'node:events';
import pg from 'pg';
import type { SystemPayload } from '#contract/notices.ts';
import { config } from '#server/platform/config.ts';

/** What goes from process to process: which rows are new for whom, or a system message. */
type Parcel =
  | { from: string; rows: [id: string, userId: string][] }
  | { from: string; system: { id: string; payload: SystemPayload } };

export type SystemMessage = { id: string; payload: SystemPayload };

const channel = 'platea_notices';
const self = crypto.randomUUID();
/** PostgreSQL takes payloads under 8000 bytes: a pair of ids needs 79. */
const rowsPerParcel = 90;
const reconnectMs = [200, 1000, 3000, 10_000];

/** Subscribers of this process: `user:{id}` is told the id of a row, `system` the message. */
export const listeners = new EventEmitter().setMaxListeners(0);

let client: pg.Client | null = null;
let open = false;
let failures = 0;
let again: NodeJS.Timeout | null = null;

/** Tells the subscribers of these persons, here and in every other process. */
export function pushRows(rows: [id: string, userId: string][]): void {
  tellHere({ from: self, rows });
  for (let at = 0; at < rows.length; at += rowsPerParcel) {
    send({ from: self, rows: rows.slice(at, at + rowsPerParcel) });
  }
}

/** Tells everyone who listens to system messages, here and in every other process. */
export function pushSystem(system: SystemMessage): void {
  tellHere({ from: self, system });
  send({ from: self, system });
}

/** Starts hearing what other processes push. The connection is renewed whenever it breaks. */
export async function startNoticePush(): Promise<void> {
  open = true;
  await connect();
}

export async function stopNoticePush(): Promise<void> {
  open = false;
  if (again) clearTimeout(again);
  const closing = client;
  client = null;
  await closing?.end().catch(() => undefined);
}

async function connect(): Promise<void> {
  const fresh = new pg.Client({
    connectionString: config().DATABASE_URL,
    keepAlive: true,
    connectionTimeoutMillis: 5000,
    application_name: 'platea notices',
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

/** One after the other: a client takes one statement at a time. */
let sending: Promise<unknown> = Promise.resolve();

function send(parcel: Parcel): void {
  const text = JSON.stringify(parcel);
  // Lost when the connection is down: the rows are kept, and readers ask again when they connect.
  sending = sending.then(() =>
    client?.query('select pg_notify($1, $2)', [channel, text]).catch(() => undefined),
  );
}

function hear(payload: string): void {
  try {
    const parcel = JSON.parse(payload) as Parcel;
    if (parcel.from !== self) tellHere(parcel);
  } catch {
    // Another version of ours may speak otherwise: what it pushes is only kept, not shown at once.
  }
}

function tellHere(parcel: Parcel): void {
  if ('system' in parcel) {
    listeners.emit('system', parcel.system);
    return;
  }
  for (const [id, userId] of parcel.rows) listeners.emit(`user:${userId}`, id);
}
