import type { CurrencyCode } from '#contract/shared/currencies.ts';
import type { Person } from '#server/accounts/index.ts';
import { letterPicture } from '#server/media/index.ts';
import { moneyText } from '#server/payments/index.ts';
import { type Mail, momentFor } from '#server/platform/mail/index.ts';
import { wordsOf } from '#server/platform/words.ts';
import type { CancelledShow } from './cancelled-shows.queries.ts';

const say = wordsOf(new URL('./words/', import.meta.url));

/** The word by which mails ask for a cancelled showing as a calendar file: its entry is struck out. */
export const cancelledCalendar = 'cancelled-calendar';

type Reader = Pick<Person, 'id' | 'email' | 'name' | 'language' | 'timezone'>;
export type LostOrder = {
  id: string;
  number: string;
  total: number;
  currency: CurrencyCode;
  code: string | null;
};
type About = {
  show: CancelledShow;
  /** The order from which the ticket came; null: nobody ordered it. */
  order: LostOrder | null;
  /** What goes back now, in minor units: less than was paid when some of it went back before. */
  amount: number;
};

/** The letter to somebody with a ticket of a showing that does not take place. */
export function sessionCancelledMail(
  { id, email, name, language, timezone }: Reader,
  { show, order, amount }: About,
): Mail {
  const { title, slug, channelTitle, startsAt, reason, picture, sessionId } = show;
  const money = order && amount > 0 ? moneyText(amount, order.currency, { language }) : '';
  const values = { title, channel: channelTitle, amount: money };
  const word = (key: string) => say(language, `letter.cancelled.${key}`, values);
  const fact = (key: string) => say(language, `letter.facts.${key}`);
  return {
    userId: id,
    to: email,
    language,
    kind: 'session-cancelled',
    letter: {
      subject: word('subject'),
      greeting: say(language, name ? 'letter.greeting' : 'letter.greetingNobody', { name }),
      paragraphs: [
        word('text'),
        word(moneyKey(order, amount)),
        ...(order?.code ? [word('code')] : []),
      ],
      facts: [
        [fact('show'), title],
        [fact('channel'), channelTitle],
        [fact('when'), momentFor(startsAt, language, timezone)],
        [fact('reason'), reason],
        ...(money ? [[fact('back'), money] as [string, string]] : []),
        ...(order ? [[fact('order'), order.number] as [string, string]] : []),
      ],
      ...letterPicture(picture, title),
      button: order?.total
        ? { label: say(language, 'letter.refunded.button'), path: '/mystuff/orders' }
        : { label: word('button'), path: `/products/${slug}` },
      reason: word('why'),
    },
    attachments: [
      { name: `${slug}.ics`, type: 'text/calendar', maker: cancelledCalendar, id: sessionId },
    ],
  };
}

function moneyKey(order: LostOrder | null, amount: number): 'money' | 'before' | 'free' {
  if (!order?.total) return 'free';
  return amount > 0 ? 'money' : 'before';
}
