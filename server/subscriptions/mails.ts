import type { CurrencyCode } from '#contract/shared/currencies.ts';
import type { Language } from '#contract/shared/languages.ts';
import { dayText, moneyText } from '#server/payments/index.ts';
import type { Attachment, Mail } from '#server/platform/mail/index.ts';
import { say } from './said.ts';

export type Reader = { id: string; email: string; name: string; language: Language };

/** What letters say of a subscription; sums in minor units, instants as ISO text. */
export type ToldSubscription = {
  channel: { slug: string; title: string };
  currency: CurrencyCode;
  total: number;
  validUntil: string;
  accessUntil: string;
  next: { total: number; from: string } | null;
};

/**
 * `due`: to be paid by hand · `failed`: the bank said no, `nextTry` is when it is asked again ·
 * `confirm`: the bank wants to hear of its owner · `price`: another one from a month on.
 */
export type Told =
  | { kind: 'cancelled' | 'ended' | 'due' | 'confirm' | 'price' }
  | { kind: 'failed'; nextTry: string | null };

export const toldKinds = ['due', 'failed', 'confirm', 'price', 'cancelled', 'ended'] as const;

const pathOf = (kind: Told['kind'], slug: string): string =>
  kind === 'ended' ? `/channels/${slug}` : '/mystuff/subscriptions';

const greetingOf = ({ name, language }: Reader): string =>
  say(language, name ? 'letter.greeting' : 'letter.greetingNobody', { name });

function valuesOf({ channel, currency, total, ...of }: ToldSubscription, language: Language) {
  return {
    channel: channel.title,
    price: moneyText(total, currency, { language }),
    until: dayText(of.validUntil, language),
    access: dayText(of.accessUntil, language),
    nextPrice: of.next ? moneyText(of.next.total, currency, { language }) : '',
    from: of.next ? dayText(of.next.from, language) : '',
  };
}

/** What happened to a subscription, to its person. */
export function subscriptionMail(reader: Reader, of: ToldSubscription, told: Told): Mail {
  const { id: userId, email: to, language } = reader;
  const values = valuesOf(of, language);
  const { kind } = told;
  const retry = told.kind === 'failed' && told.nextTry;
  return {
    ...{ userId, to, language, kind: `subscription-${kind}` },
    letter: {
      subject: say(language, `letter.${kind}.subject`, values),
      greeting: greetingOf(reader),
      paragraphs: [
        say(language, `letter.${kind}.text`, values),
        ...(retry ? [say(language, 'letter.failed.again', { day: dayText(retry, language) })] : []),
      ],
      facts: [
        [say(language, 'letter.facts.channel'), values.channel],
        [say(language, 'letter.facts.price'), values.price],
      ],
      button: {
        label: say(language, `letter.${kind}.button`),
        path: pathOf(kind, of.channel.slug),
      },
      reason: say(language, 'letter.reason'),
    },
  };
}

/** The letter after a paid month, with its invoice. */
export function monthPaidMail(
  reader: Reader,
  of: ToldSubscription & { isFirst: boolean; orderId: string },
  attachments: Attachment[],
): Mail {
  const { id: userId, email: to, language } = reader;
  const values = valuesOf(of, language);
  const kind = of.isFirst ? 'begun' : 'renewed';
  return {
    ...{ userId, to, language, kind: `subscription-${kind}`, attachments },
    letter: {
      subject: say(language, `letter.${kind}.subject`, values),
      greeting: greetingOf(reader),
      paragraphs: [say(language, `letter.${kind}.text`, values)],
      facts: [
        [say(language, 'letter.facts.channel'), values.channel],
        [say(language, 'letter.facts.price'), values.price],
        [say(language, 'letter.facts.until'), values.until],
        [say(language, 'letter.facts.order'), of.orderId],
      ],
      button: {
        label: say(language, `letter.${kind}.button`),
        path: `/channels/${of.channel.slug}`,
      },
      reason: say(language, 'letter.reason'),
    },
  };
}
