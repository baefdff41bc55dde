import { findPerson } from '#server/accounts/index.ts';
import type { Db } from '#server/platform/database/index.ts';
import { queueMail } from '#server/platform/mail/index.ts';
import { wordsOf } from '#server/platform/words.ts';
import type { Channel } from './channels.store.ts';

const say = wordsOf(new URL('./words/', import.meta.url));

/** To the organizer: the channel is public. */
export const queuePublishedLetter = (tx: Db, channel: Channel) =>
  queueLetter(tx, channel, { kind: 'published', path: `/channels/${channel.slug}` });

/** To the organizer: what to change before the channel can be published. */
export const queueSentBackLetter = (tx: Db, channel: Channel) =>
  queueLetter(tx, channel, { kind: 'sentBack', path: `/account/channels/${channel.slug}` });

/** To the organizer: the channel was closed, and why. */
export const queueBannedLetter = (tx: Db, channel: Channel) =>
  queueLetter(tx, channel, { kind: 'banned', path: `/account/channels/${channel.slug}` });

type Kind = 'published' | 'sentBack' | 'banned';
const names: Record<Kind, string> = {
  published: 'channel-published',
  sentBack: 'channel-sent-back',
  banned: 'channel-banned',
};

async function queueLetter(
  tx: Db,
  channel: Channel,
  { kind, path }: { kind: Kind; path: string },
): Promise<void> {
  const owner = await findPerson(tx, channel.ownerId);
  if (!owner) return;
  const { language } = owner;
  const values = { channel: channel.title };
  await queueMail(tx, {
    userId: owner.id,
    to: owner.email,
    language,
    kind: names[kind],
    letter: {
      subject: say(language, `${kind}.subject`, values),
      greeting: say(language, owner.name ? 'greeting' : 'greetingNobody', { name: owner.name }),
      paragraphs: [say(language, `${kind}.news`, values)],
      ...(channel.stateReason ? { quote: channel.stateReason } : {}),
      after: [say(language, `${kind}.next`)],
      reason: say(language, 'reason'),
      button: { label: say(language, `${kind}.button`), path },
    },
  });
}
