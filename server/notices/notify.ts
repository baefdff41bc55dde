import { SystemPayload } from '#contract/notices.ts';
import { peopleByIds } from '#server/accounts/index.ts';
import { nowText } from '#server/platform/clock.ts';
import { afterCommit, type Db } from '#server/platform/database/index.ts';
import { keepNotifications } from './notices.store.ts';
import { pushRows, pushSystem } from './push.ts';
import { type NoticeValues, type WordedType, wordsFor } from './said.ts';
import { pushToBrowsers } from './web-push/send-message.ts';

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
  if (userId !== null) {
    await pushToBrowsers(tx, type, [[id, userId]]);
    return afterCommit(tx, () => pushRows([[id, userId]]));
  }
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

type Worded = {
  type: WordedType;
  /** Where a click leads. */
  path?: string;
  /** What it is about, for whoever asks later whether it was said. */
  about?: Record<string, string>;
};

/**
 * Tells persons something in our own words, each in their language: `type` names the words in
 * `server/notices/words`. Unknown and stopped persons are left out.
 */
export const notifyPeople = (
  tx: Db,
  { userIds, values = {}, ...worded }: Worded & { userIds: string[]; values?: NoticeValues },
): Promise<void> =>
  notifyEach(tx, { ...worded, notices: userIds.map((userId) => ({ userId, values })) });

/** The same with values of their own for each. Three statements, however many they are. */
export async function notifyEach(
  tx: Db,
  given: Worded & { notices: { userId: string; values: NoticeValues }[] },
): Promise<void> {
  const { type, path, about = {}, notices } = given;
  const people = await peopleByIds(
    tx,
    notices.map(({ userId }) => userId),
  );
  const at = nowText();
  const told = notices.flatMap(({ userId, values }) => {
    const person = people.get(userId);
    if (!person || person.blocked) return [];
    const payload = { ...about, values, ...(path ? { path } : {}) };
    return [{ userId, type, ...wordsFor(type, person.language, values), payload, at }];
  });
  const ids = await keepNotifications(tx, told);
  const rows = told.map(({ userId }, index): [string, string] => [ids[index] ?? '', userId]);
  if (rows.length === 0) return;
  await pushToBrowsers(tx, type, rows);
  afterCommit(tx, () => pushRows(rows));
}

/** Word to every open page that what the home page shows has changed; nothing is kept. */
export function tellHomeChanged(): void {
  const payload: SystemPayload = { type: 'refresh', message: '', notificationType: 'success' };
  pushSystem({ id: crypto.randomUUID(), payload });
}
