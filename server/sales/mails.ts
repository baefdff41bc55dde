import { letterPicture } from '#server/media/index.ts';
import { invoiceAttachment, moneyText } from '#server/payments/index.ts';
import { type Attachment, type Mail, momentFor } from '#server/platform/mail/index.ts';
import { wordsOf } from '#server/platform/words.ts';
import type { LetterOrder } from './letters.queries.ts';

const say = wordsOf(new URL('./words/', import.meta.url));

/** The word by which mails ask for the showing as a calendar file. */
export const calendarAttachment = 'order-calendar';

const greeting = ({ buyer: { name }, language }: LetterOrder): string =>
  say(language, name ? 'letter.greeting' : 'letter.greetingNobody', { name });

const invoicesOf = (
  order: LetterOrder,
  isMeant: (invoice: LetterOrder['invoices'][number]) => boolean,
): Attachment[] =>
  order.invoices.filter(isMeant).map(({ id, number }) => ({
    name: `${say(order.language, 'letter.invoiceFile')}-${number}.pdf`,
    type: 'application/pdf',
    maker: invoiceAttachment,
    id,
  }));

const calendarFor = (order: LetterOrder): Attachment[] =>
  order.startsAt
    ? [
        {
          name: `${order.slug}.ics`,
          type: 'text/calendar',
          maker: calendarAttachment,
          id: order.id,
        },
      ]
    : [];

function factsOf(order: LetterOrder): [string, string][] {
  const { language, startsAt, total, currency, channelTitle, title } = order;
  const word = (key: string) => say(language, `letter.facts.${key}`);
  return [
    [word('show'), title],
    [word('channel'), channelTitle],
    ...(startsAt
      ? [[word('when'), momentFor(startsAt, language, order.timezone)] as [string, string]]
      : []),
    [word('total'), total === 0 ? word('free') : moneyText(total, currency, { language })],
    [word('order'), order.id],
  ];
}

/** The letter after a paid order: what was bought, the invoice, the way to the show. */
export function orderPaidMail(order: LetterOrder): Mail {
  const { language, title, slug, buyerId, buyer } = order;
  const values = { title };
  return {
    userId: buyerId,
    to: buyer.email,
    language,
    kind: 'order-paid',
    letter: {
      subject: say(language, 'letter.paid.subject', values),
      greeting: greeting(order),
      paragraphs: [say(language, 'letter.paid.text', values)],
      facts: factsOf(order),
      ...letterPicture(order.picture, title),
      button: { label: say(language, 'letter.paid.button'), path: `/player/${slug}` },
      reason: say(language, 'letter.paid.reason'),
    },
    attachments: [...invoicesOf(order, ({ kind }) => kind === 'sale'), ...calendarFor(order)],
  };
}

/** The letter about money that goes back, with the paper of this refund and of no other. */
export function orderRefundedMail(
  order: LetterOrder,
  refund: LetterOrder['refunds'][number] & { invoiceId: string | null },
): Mail {
  const { language, title, currency, buyerId, buyer } = order;
  const amount = moneyText(refund.amount, currency, { language });
  const values = { title, amount };
  const reason = refund.isStray ? say(language, 'letter.refunded.late') : refund.reason;
  return {
    userId: buyerId,
    to: buyer.email,
    language,
    kind: 'order-refunded',
    letter: {
      subject: say(language, 'letter.refunded.subject', values),
      greeting: greeting(order),
      paragraphs: [say(language, 'letter.refunded.text', values)],
      facts: [...factsOf(order), [say(language, 'letter.facts.reason'), reason]],
      button: { label: say(language, 'letter.refunded.button'), path: '/mystuff/orders' },
      reason: say(language, 'letter.paid.reason'),
    },
    attachments: invoicesOf(order, ({ id }) => id === refund.invoiceId),
  };
}
