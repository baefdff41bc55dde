import { findPerson, type Person } from '#server/accounts/index.ts';
import type { Db } from '#server/platform/database/index.ts';
import { type Mail, queueMail } from '#server/platform/mail/index.ts';
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

export type ChannelNews = 'published' | 'sentBack' | 'banned';
const names: Record<ChannelNews, string> = {
  published: 'channel-published',
  sentBack: 'channel-sent-back',
  banned: 'channel-banned',
};

type About = {
  kind: ChannelNews;
  channel: Pick<Channel, 'title' | 'stateReason'>;
  /** Where it goes on. */
  path: string;
};
type Reader = Pick<Person, 'id' | 'email' | 'name' | 'language'>;

/** What became of a channel, to its organizer. */
export function channelMail(
  { id, email, name, language }: Reader,
  { kind, channel, path }: About,
): Mail {
  const values = { channel: channel.title };
  return {
    ...{ userId: id, to: email, language, kind: names[kind] },
    letter: {
      subject: say(language, `${kind}.subject`, values),
      greeting: say(language, name ? 'greeting' : 'greetingNobody', { name }),
      paragraphs: [say(language, `${kind}.news`, values)],
      ...(channel.stateReason ? { quote: channel.stateReason } : {}),
      after: [say(language, `${kind}.next`)],
      reason: say(language, 'reason'),
      button: { label: say(language, `${kind}.button`), path },
    },
  };
}

async function queueLetter(
  tx: Db,
  channel: Channel,
  { kind, path }: { kind: ChannelNews; path: string },
): Promise<void> {
  const owner = await findPerson(tx, channel.ownerId);
  if (owner) await queueMail(tx, channelMail(owner, { kind, channel, path }));
}
