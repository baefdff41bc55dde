import type { CurrencyCode } from '#contract/shared/currencies.ts';
import type { Language } from '#contract/shared/languages.ts';
import type { SubscriptionTerm } from '#contract/subscriptions.ts';
import { dayText, moneyText } from '#server/payments/index.ts';
import type { Attachment, Mail } from '#server/platform/mail/index.ts';
import { say } from './said.ts';

export type Reader = { id: string; email: string; name: string; language: Language };

/** What letters say of a subscription; sums in minor units, instants as ISO text. */
export type ToldSubscription = {
  /** The channel, or the site, and where it is. */
  followed: { title: string; path: string; isSite: boolean };
  term: SubscriptionTerm;
  currency: CurrencyCode;
  total: number;
  validUntil: string;
  accessUntil: string;
  next: { total: number; from: string } | null;
};

/**
 * `renewal`: a year is about to be charged, or to be paid by hand · `due`: to be paid by hand · `failed`: the bank said no, `nextTry` is when it is asked again ·
 * `confirm`: the bank wants to hear of its owner · `price`: another one from a month on · `same`: that
 * one was taken back.
 */
export type Told = {
  kind: (typeof toldKinds)[number];
  /** When a card is asked again. */
  nextTry?: string | null;
  /** Of `due`: there is a card, and it was we who could not ask it. */
  hasCard?: boolean;
  /** Of `due`: it was so before, and nobody could pay it as long as a rate was missing. */
  hasWaited?: boolean;
  /** Of `renewal`. */
  renewal?: Renewal;
};

/** When the next term is charged, what it costs, and the card; null when there is none to charge. */
export type Renewal = { on: string; total: number; card: { lastFour: string } | null };

export const toldKinds = [
  'renewal',
  'due',
  'failed',
  'confirm',
  'price',
  'same',
  'cancelled',
  'ended',
] as const;

/** In letters about a year, or about what is for good, other words than in those about a month. */
const byTerm = { month: '', year: 'Year', once: 'Once' } as const;
const otherWords: Partial<Record<string, readonly SubscriptionTerm[]>> = {
  begun: ['year', 'once'],
  renewed: ['year'],
  due: ['year'],
  failed: ['year'],
  confirm: ['year'],
  price: ['year'],
  same: ['year'],
};

function textOf(kind: string, term: SubscriptionTerm, text = 'text'): string {
  const isOther = otherWords[kind]?.includes(term);
  return `letter.${kind}.${text}${isOther ? byTerm[term] : ''}`;
}

/** The way on: to what is followed, or to where one decides. */
function buttonOf(kind: string, { followed }: ToldSubscription, language: Language) {
  const isThere = ['begun', 'renewed', 'ended'].includes(kind);
  if (!isThere) {
    return { label: say(language, `letter.${kind}.button`), path: '/mystuff/subscriptions' };
  }
  const label = followed.isSite
    ? say(language, 'letter.toSite', { site: followed.title })
    : say(language, `letter.${kind}.button`);
  return { label, path: followed.path };
}

/** What it is, and what it costs. */
const factsOf = (of: ToldSubscription, language: Language): [string, string][] => {
  const { followed, term } = of;
  const { price } = valuesOf(of, language);
  const priceKey = term === 'month' ? 'letter.facts.price' : `letter.facts.price${byTerm[term]}`;
  return [
    [say(language, followed.isSite ? 'letter.facts.site' : 'letter.facts.channel'), followed.title],
    [say(language, priceKey), price],
  ];
};

const greetingOf = ({ name, language }: Reader): string =>
  say(language, name ? 'letter.greeting' : 'letter.greetingNobody', { name });

function valuesOf(
  { followed, currency, total, ...of }: ToldSubscription,
  language: Language,
  renewal?: Renewal,
) {
  return {
    charged: renewal ? dayText(renewal.on, language) : '',
    charge: renewal ? moneyText(renewal.total, currency, { language }) : '',
    channel: followed.title,
    price: moneyText(total, currency, { language }),
    until: dayText(of.validUntil, language),
    access: dayText(of.accessUntil, language),
    nextPrice: of.next ? moneyText(of.next.total, currency, { language }) : '',
    from: of.next ? dayText(of.next.from, language) : '',
  };
}

/** What a renewal without a card says instead: nothing is charged by itself. */
const byHand = ({ kind, renewal }: Told): string =>
  kind === 'renewal' && !renewal?.card ? 'Hand' : '';

/** Which words of its kind a letter has. */
function wordsOfTold(told: Told): { subject: string; text: string } {
  if (told.hasWaited) return { subject: 'subjectWaited', text: 'textWaited' };
  const hand = byHand(told);
  return { subject: `subject${hand}`, text: told.hasCard ? 'textCard' : `text${hand}` };
}

/** What it is and what it costs; of what is about to be charged the sum of then, and to which card. */
function factsToldOf(of: ToldSubscription, { renewal }: Told, language: Language) {
  const facts = factsOf({ ...of, total: renewal?.total ?? of.total }, language);
  const lastFour = renewal?.card?.lastFour;
  const card: [string, string] = [say(language, 'letter.facts.card'), `···· ${lastFour}`];
  return lastFour ? [...facts, card] : facts;
}

/** What happened to a subscription, to its person. */
export function subscriptionMail(reader: Reader, of: ToldSubscription, told: Told): Mail {
  const { id: userId, email: to, language } = reader;
  const { kind, nextTry, hasCard, renewal } = told;
  const values = valuesOf(of, language, renewal);
  const retry = (kind === 'failed' || hasCard) && nextTry;
  const words = wordsOfTold(told);
  return {
    ...{ userId, to, language, kind: `subscription-${kind}` },
    letter: {
      subject: say(language, `letter.${kind}.${words.subject}`, values),
      greeting: greetingOf(reader),
      paragraphs: [
        say(language, textOf(kind, of.term, words.text), values),
        ...(retry ? [say(language, 'letter.failed.again', { day: dayText(retry, language) })] : []),
      ],
      facts: factsToldOf(of, told, language),
      button: buttonOf(kind, of, language),
      reason: say(language, 'letter.reason'),
    },
  };
}

/** Of what was bought beside other things: that it has begun, and when it renews for how much. */
export const begunWords = (of: ToldSubscription, language: Language): string =>
  say(language, textOf('begun', of.term), valuesOf(of, language));

/** The letter after a paid month, with its invoice. */
export function monthPaidMail(
  reader: Reader,
  of: ToldSubscription & { isFirst: boolean; order: string },
  attachments: Attachment[],
): Mail {
  const { id: userId, email: to, language } = reader;
  const values = valuesOf(of, language);
  const kind = of.isFirst ? 'begun' : 'renewed';
  const isYear = kind === 'renewed' && of.term === 'year';
  const until: [string, string] = [say(language, 'letter.facts.until'), values.until];
  return {
    ...{ userId, to, language, kind: `subscription-${kind}`, attachments },
    letter: {
      subject: say(
        language,
        isYear ? 'letter.renewed.subjectYear' : `letter.${kind}.subject`,
        values,
      ),
      greeting: greetingOf(reader),
      paragraphs: [say(language, textOf(kind, of.term), values)],
      facts: [
        ...factsOf(of, language),
        ...(of.term === 'once' ? [] : [until]),
        [say(language, 'letter.facts.order'), of.order],
      ],
      button: buttonOf(kind, of, language),
      reason: say(language, 'letter.reason'),
    },
  };
}
