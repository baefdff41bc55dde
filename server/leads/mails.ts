import type { Language } from '#contract/shared/languages.ts';
import { type Person, stopUnfinished } from '#server/accounts/index.ts';
import { letterPicture } from '#server/media/index.ts';
import { type Mail, momentFor } from '#server/platform/mail/index.ts';
import { confirmPath, stopTelling } from './links.ts';
import { say } from './said.ts';
import type { LetterThing, OfferedPlace } from './things.queries.ts';
import type { UnfinishedLetter } from './unfinished.rules.ts';

/** Whoever asked to be told: a person, or an address. */
export type Told = {
  userId: string | null;
  email: string;
  name: string;
  language: Language;
};

const greet = (language: Language, name: string): string =>
  say(language, name ? 'letter.greeting' : 'letter.greetingNobody', { name });

/** To an address that somebody typed: it says itself whether it wants to be told. */
export function confirmMail(
  { email, language }: Pick<Told, 'email' | 'language'>,
  { leadId, thing }: { leadId: string; thing: LetterThing },
): Mail {
  const word = (key: string) => say(language, `letter.confirm.${key}`, { title: thing.title });
  return {
    ...{ to: email, language, kind: 'lead-confirm' },
    letter: {
      subject: word('subject'),
      greeting: greet(language, ''),
      paragraphs: [word('text'), word('ignore')],
      button: { label: word('button'), path: confirmPath(leadId) },
      reason: word('reason'),
    },
  };
}

type News = { leadId: string; thing: LetterThing; ofChannel: boolean };

/** To whoever asked to be told: now it can be bought. */
export function openedMail(
  { userId, email, name, language }: Told,
  { leadId, thing, ofChannel }: News,
): Mail {
  const { title, channelTitle, path, picture } = thing;
  const values = { title, channel: channelTitle };
  const word = (key: string) => say(language, `letter.opened.${key}`, values);
  return {
    ...{ userId, to: email, language, kind: 'lead-opened' },
    letter: {
      subject: word(ofChannel ? 'subjectOfChannel' : 'subject'),
      greeting: greet(language, name),
      paragraphs: [word(ofChannel ? 'textOfChannel' : 'text'), word('once')],
      facts: [
        [say(language, 'letter.facts.show'), title],
        [say(language, 'letter.facts.channel'), channelTitle],
      ],
      ...letterPicture(picture, title),
      button: { label: word('button'), path },
      reason: word('reason'),
      stop: stopTelling(leadId, language),
    },
  };
}

type Reader = Pick<Person, 'id' | 'email' | 'name' | 'language' | 'timezone'>;
type LeftCheckout = {
  letter: UnfinishedLetter;
  thing: LetterThing;
  /** Start of the session that was chosen. */
  startsAt: string | null;
  /** Where the same choice is made again. */
  path: string;
  /** A code that goes with the letter. */
  code: string | null;
};

/** To whoever left a checkout, and agreed to be written to. */
export function unfinishedMail(person: Reader, about: LeftCheckout): Mail {
  const { id, email, name, language, timezone } = person;
  const { letter, thing, startsAt, path, code } = about;
  const word = (key: string) =>
    say(language, `letter.unfinished.${key}`, { title: thing.title, code: code ?? '' });
  return {
    ...{ userId: id, to: email, language, kind: `lead-${letter.replace('_', '-')}` },
    letter: {
      subject: word(`${letter}.subject`),
      greeting: greet(language, name),
      paragraphs: [word(`${letter}.text`), ...(code ? [word('code')] : [])],
      facts: [
        [say(language, 'letter.facts.show'), thing.title],
        [say(language, 'letter.facts.channel'), thing.channelTitle],
        ...(startsAt ? [when(startsAt, { language, timezone })] : []),
        ...(code ? [[say(language, 'letter.facts.code'), code] as [string, string]] : []),
      ],
      ...letterPicture(thing.picture, thing.title),
      button: { label: word('button'), path },
      reason: word('reason'),
      stop: stopUnfinished(person),
    },
  };
}

const when = (
  startsAt: string,
  { language, timezone }: Pick<Reader, 'language' | 'timezone'>,
): [string, string] => [
  say(language, 'letter.facts.when'),
  momentFor(startsAt, language, timezone),
];

/** To the next in line: a seat is held for them. */
export function offeredMail(person: Reader, offer: Omit<OfferedPlace, 'userId'>): Mail {
  const { id, email, name, language, timezone } = person;
  const { title, channelTitle, startsAt, picture, slug, sessionId } = offer;
  const until = momentFor(offer.until, language, timezone);
  const word = (key: string) => say(language, `letter.offered.${key}`, { title, until });
  return {
    ...{ userId: id, to: email, language, kind: 'seat-offered' },
    letter: {
      subject: word('subject'),
      greeting: greet(language, name),
      paragraphs: [word('text'), word('decline')],
      facts: [
        [say(language, 'letter.facts.show'), title],
        [say(language, 'letter.facts.channel'), channelTitle],
        when(startsAt, person),
        [say(language, 'letter.facts.until'), until],
      ],
      ...letterPicture(picture, title),
      button: {
        label: word('button'),
        path: `/products/${slug}/checkout?session=${sessionId}`,
      },
      reason: word('reason'),
    },
  };
}
