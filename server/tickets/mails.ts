import type { Person } from '#server/accounts/index.ts';
import { letterPicture } from '#server/media/index.ts';
import { type Letter, type Mail, momentFor } from '#server/platform/mail/index.ts';
import { wordsOf } from '#server/platform/words.ts';
import type { DueSession } from './reminders.queries.ts';
import type { ReminderKind } from './reminders.rules.ts';

const say = wordsOf(new URL('./words/', import.meta.url));

type Reader = Pick<Person, 'id' | 'email' | 'name' | 'language' | 'timezone'>;
type About = {
  kind: ReminderKind;
  session: Pick<DueSession, 'title' | 'slug' | 'channelTitle' | 'startsAt' | 'picture'>;
  stop: NonNullable<Letter['stop']>;
};

/** The letter before a show, or when it begins, to somebody with a ticket. */
export function reminderMail(
  { id, email, name, language, timezone }: Reader,
  { kind, session, stop }: About,
): Mail {
  const { title, slug, channelTitle, startsAt, picture } = session;
  const word = (key: string) => say(language, `reminder.${key}`, { title, name });
  return {
    userId: id,
    to: email,
    language,
    kind: `reminder-${kind}`,
    letter: {
      subject: word(`${kind}.subject`),
      greeting: word(name ? 'greeting' : 'greetingNobody'),
      paragraphs: [word(`${kind}.text`)],
      facts: [
        [word('facts.show'), title],
        [word('facts.channel'), channelTitle],
        [word('facts.when'), momentFor(startsAt, language, timezone)],
      ],
      ...letterPicture(picture, title),
      button: { label: word(`${kind}.button`), path: `/player/${slug}` },
      reason: word('reason'),
      stop,
    },
  };
}
