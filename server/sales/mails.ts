import { letterPicture } from '#server/media/index.ts';
import { invoiceAttachment, moneyText } from '#server/payments/index.ts';
import { type Attachment, type Mail, momentFor } from '#server/platform/mail/index.ts';
import { wordsOf } from '#server/platform/words.ts';
import type { LetterLine, LetterOrder } from './letters.queries.ts';

const say = wordsOf(new URL('./words/', import.meta.url));

/** The word by which mails ask for the showing as a calendar file. */
export const calendarAttachment = 'order-calendar';

const listOf = (names: string[], language: LetterOrder['language']): string =>
  new Intl.ListFormat(language, { type: 'conjunction' }).format(names);

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

/** The invoice of what was sold, as a letter carries it. */
export const saleInvoices = (order: LetterOrder): Attachment[] =>
  invoicesOf(order, ({ kind }) => kind === 'sale');

const calendarFor = (order: LetterOrder): Attachment[] => {
  const first = order.shows.find(({ startsAt }) => startsAt !== null);
  if (!first) return [];
  const name = `${first.slug}.ics`;
  return [{ name, type: 'text/calendar', maker: calendarAttachment, id: order.id }];
};

type Fact = [string, string];

/** What was bought: of several things each with its hour in one row. */
function boughtIn({ chosen, language, timezone }: LetterOrder): Fact[] {
  const word = (key: string) => say(language, `letter.facts.${key}`);
  const whenOf = ({ startsAt }: LetterLine) =>
    startsAt ? momentFor(startsAt, language, timezone) : null;
  return chosen.flatMap((line): Fact[] => {
    const when = whenOf(line);
    if (chosen.length > 1) return [[word('show'), when ? `${line.title}, ${when}` : line.title]];
    return [[word('show'), line.title], ...(when ? [[word('when'), when] as Fact] : [])];
  });
}

function factsOf(order: LetterOrder): Fact[] {
  const { language, total, currency, channelTitle } = order;
  const word = (key: string) => say(language, `letter.facts.${key}`);
  return [
    ...boughtIn(order),
    [word('channel'), channelTitle],
    [word('total'), total === 0 ? word('free') : moneyText(total, currency, { language })],
    [word('order'), order.id],
  ];
}

/** The letter after a paid order: what was bought, the invoice, the way to the show. */
export function orderPaidMail(order: LetterOrder): Mail {
  const { language, chosen, buyerId, buyer } = order;
  const [first] = chosen;
  const isOne = chosen.length === 1 && Boolean(first?.slug);
  const values = { title: first?.title ?? '', count: chosen.length - 1 };
  const word = (key: string) => say(language, `letter.paid.${key}${isOne ? '' : 'Many'}`, values);
  return {
    userId: buyerId,
    to: buyer.email,
    language,
    kind: 'order-paid',
    letter: {
      subject: word('subject'),
      greeting: greeting(order),
      paragraphs: [word('text')],
      facts: factsOf(order),
      ...letterPicture(order.picture, values.title),
      button: {
        label: word('button'),
        path: isOne ? `/player/${first?.slug}` : '/mystuff/products',
      },
      reason: say(language, 'letter.paid.reason'),
    },
    attachments: [...saleInvoices(order), ...calendarFor(order)],
  };
}

/** The letter about money that goes back, with the paper of this refund and of no other. */
export function orderRefundedMail(
  order: LetterOrder,
  refund: LetterOrder['refunds'][number] & { invoiceId: string | null },
): Mail {
  const { language, currency, buyerId, buyer } = order;
  const title = listOf(refund.titles, language);
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
