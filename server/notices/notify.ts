import { SystemPayload } from '#contract/notices.ts';
import { peopleByIds } from '#server/accounts/index.ts';
import { nowText } from '#server/platform/clock.ts';
import { afterCommit, type Db } from '#server/platform/database/index.ts';
import { keepNotifications } from './notices.store.ts';
import { pushRows, pushSystem } from './push.ts';
import { type NoticeValues, type WordedType, wordsFor } from './said.ts';

export type Notice = {
  /** Null: a system message to everyone, shown as a pop-up. */
  userId: string | null;
  type: string;
  subject: string;
  content?: string;
  /** `path`: where a click leads. For system messages: see `SystemPayload`. */
  payload?: Record<string, unknown>;
};

/**
 * Keeps one notification in the caller's transaction and shows it to whoever is connected once that
 * has committed. With `userId` null it pops up for everyone; its payload may carry
 * `{ type, message, notificationType }`, else the subject is shown as a success.
 */
export async function notify(tx: Db, notice: Notice): Promise<void> {
  const { userId, type, subject, content = '', payload = {} } = notice;
  const row = { userId, type, subject, content, payload, at: nowText() };
  const [id = ''] = await keepNotifications(tx, [row]);
  if (userId !== null) return afterCommit(tx, () => pushRows([[id, userId]]));
  const system = { id, payload: systemPayload(notice) };
  afterCommit(tx, () => pushSystem(system));
}

const systemPayload = ({ subject, payload = {} }: Notice): SystemPayload =>
  SystemPayload.parse({
    type: 'message',
    message: subject,
    notificationType: 'success',
    ...payload,
  });

/**
 * Tells persons something in our own words, each in their language: `type` names the words in
 * `server/notices/words`. Unknown and stopped persons are left out. `path` is where a click leads,
 * `about` what it is about, for whoever asks later whether it was said.
 */
export async function notifyPeople(
  tx: Db,
  given: {
    userIds: readonly string[];
    type: WordedType;
    values?: NoticeValues;
    path?: string;
    about?: Record<string, string>;
  },
): Promise<void> {
  const { type, values = {}, path, about = {} } = given;
  const people = [...(await peopleByIds(tx, given.userIds)).values()].filter((one) => !one.blocked);
  const at = nowText();
  const ids = await keepNotifications(
    tx,
    people.map(({ id, language }) => ({
      userId: id,
      type,
      ...wordsFor(type, language, values),
      payload: { ...about, values, ...(path ? { path } : {}) },
      at,
    })),
  );
  const rows = people.map((person, at): [string, string] => [ids[at] ?? '', person.id]);
  if (rows.length > 0) afterCommit(tx, () => pushRows(rows));
}

/** Word to every open page that what the home page shows has changed; nothing is kept. */
export function tellHomeChanged(): void {
  const payload: SystemPayload = { type: 'refresh', message: '', notificationType: 'success' };
  pushSystem({ id: crypto.randomUUID(), payload });
}
