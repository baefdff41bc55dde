import { EventEmitter } from 'node:events';
import type { SystemPayload } from '#contract/notices.ts';
import { hearOthers, tellOthers } from '#server/platform/database/processes.ts';
import { tell } from '#server/platform/live.ts';

/** What goes from process to process: which rows are new for whom, a system message, who has sold. */
type Parcel =
  | { rows: [id: string, userId: string][] }
  | { system: { id: string; payload: SystemPayload } }
  | { sellers: string[] };

export type SystemMessage = { id: string; payload: SystemPayload };

const topic = 'notices';
/** A parcel stays under 7900 bytes: a pair of ids needs 79. */
const rowsPerParcel = 90;

/** Subscribers of this process: `user:{id}` is told the id of a row, `system` the message. */
export const listeners = new EventEmitter().setMaxListeners(0);

/** Shows here what other processes push. What is missed is kept: readers ask when they connect. */
export const hearNotices = (): void => hearOthers(topic, tellHere);

/** Tells the subscribers of these persons, here and in every other process. */
export function pushRows(rows: [id: string, userId: string][]): void {
  tellHere({ rows });
  for (let at = 0; at < rows.length; at += rowsPerParcel) {
    tellOthers(topic, { rows: rows.slice(at, at + rowsPerParcel) } satisfies Parcel);
  }
}

/** Tells everyone who listens to system messages, here and in every other process. */
export function pushSystem(system: SystemMessage): void {
  tellHere({ system });
  tellOthers(topic, { system } satisfies Parcel);
}

/** Tells every open desk of these persons, here and in every other process, that tickets were sold. */
export function pushSales(sellers: string[]): void {
  tellHere({ sellers });
  for (let at = 0; at < sellers.length; at += rowsPerParcel) {
    tellOthers(topic, { sellers: sellers.slice(at, at + rowsPerParcel) } satisfies Parcel);
  }
}

function tellHere(parcel: Parcel): void {
  if ('sellers' in parcel) {
    for (const userId of parcel.sellers) tell(`user:${userId}`, 'sales:changed');
    return;
  }
  if ('system' in parcel) {
    listeners.emit('system', parcel.system);
    return;
  }
  for (const [id, userId] of parcel.rows) listeners.emit(`user:${userId}`, id);
}
