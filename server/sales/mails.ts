import { listsIn } from '#contract/shared/formatters.ts';
import { letterPicture } from '#server/media/index.ts';
import { invoiceAttachment, moneyText } from '#server/payments/index.ts';
import { type Attachment, type Mail, momentFor } from '#server/platform/mail/index.ts';
import { wordsOf } from '#server/platform/words.ts';
import { begunWords, type ToldSubscription } from '#server/subscriptions/index.ts';
import type { LetterLine, LetterOrder } from './letters.queries.ts';
import { isGivenBack } from './still-held.ts';

const say = wordsOf(new URL('./words/', import.meta.url));

/** The word by which mails ask for the showing as a calendar file. */
export const calendarAttachment = 'order-calendar';

const listOf = (names: string[], language: LetterOrder['language']): string =>
  listsIn(language, { type: 'conjunction' }).format(names);

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

/** The invoice of what was sold, and of what went back of it the papers that say so, as the sum of a letter does. */
export const paidInvoices = (order: LetterOrder): Attachment[] => invoicesOf(order, () => true);

const calendarFor = (order: LetterOrder): Attachment[] => {
  const first = order.shows.find(({ startsAt }) => startsAt !== null);
  if (!first) return [];
  const name = `${first.slug}.ics`;
  return [{ name, type: 'text/calendar', maker: calendarAttachment, id: order.id }];
};

type Fact = [string, string];

/** What was bought: of several things each with its hour in one row; then what was given. */
function boughtIn({ chosen: all, language, timezone, currency }: LetterOrder): Fact[] {
  const given = all.filter(isGivenLine);
  const chosen = all.filter((line) => !isGivenLine(line));
  const word = (key: string) => say(language, `letter.facts.${key}`);
  const whenOf = ({ startsAt }: LetterLine) =>
    startsAt ? momentFor(startsAt, language, timezone) : null;
  const placeOf = ({ pickup }: LetterLine): Fact[] =>
    pickup === null ? [] : [[word('place'), pickup.replaceAll('\n', ', ')]];
  const bought = chosen.flatMap((line): Fact[] => {
    const when = whenOf(line);
    const to: Fact[] = line.to ? [[word('gift'), line.to.name]] : [];
    if (isSent(line)) return [[word(line.kind), line.title], ...placeOf(line)];
    if (isFollowed(line)) return [[word('subscription'), line.title]];
    if (chosen.length > 1) {
      return [[word('show'), when ? `${line.title}, ${when}` : line.title], ...to];
    }
    return [[word('show'), line.title], ...(when ? [[word('when'), when] as Fact] : []), ...to];
  });
  return [
    ...bought,
    ...given.map(
      ({ kind, total }): Fact => [
        word(kind),
        `${moneyText(total, currency, { language })} (${word('noSupply')})`,
      ],
    ),
  ];
}

const isGivenLine = ({ kind }: LetterLine): boolean => kind === 'donation' || kind === 'support';
/** On its way, and what that costs: there is nothing to watch. */
const isSent = ({ kind }: LetterLine): boolean => kind === 'physical' || kind === 'shipping';
const isFollowed = ({ kind }: LetterLine): boolean => kind === 'subscription';
const isPickedUp = ({ pickup }: LetterLine): boolean => pickup !== null;
/** What was chosen to be had, in one's own hands or before one's eyes. */
const isHad = (line: LetterLine): boolean => !isGivenLine(line) && line.kind !== 'shipping';

/**
 * In which words a paid order is told: a ticket, several, a gift, things, money that was given, or a
 * subscription beside any of them.
 */
function toldAs({ chosen }: LetterOrder) {
  const things = chosen.filter(isHad);
  if (things.length === 0) return 'Donation';
  if (things.some(isFollowed)) return 'Month';
  if (things.every(isSent)) return 'Thing';
  if (things.every(({ to }) => to)) return 'Gift';
  return things.length === 1 && things[0]?.slug ? '' : 'Many';
}

/** What else there is to say: when somebody hears of their gift, and thanks. */
function moreOf({ chosen, language, timezone, channelTitle, currency }: LetterOrder): string[] {
  const word = (key: string, values: Record<string, string>) =>
    say(language, `letter.paid.${key}`, values);
  const gifts = chosen.flatMap(({ to }) => to ?? []);
  const donation = chosen.find(({ kind }) => kind === 'donation');
  const sent = chosen.filter(({ kind }) => kind === 'physical').map(({ title }) => title);
  return [
    ...(sent.length > 0
      ? [word(chosen.some(isPickedUp) ? 'pickup' : 'sent', { things: listOf(sent, language) })]
      : []),
    ...gifts.map(({ name, sendAt }) =>
      sendAt
        ? word('giftLater', { name, when: momentFor(sendAt, language, timezone) })
        : word('giftNow', { name }),
    ),
    ...(donation
      ? [
          word('thanks', {
            channel: channelTitle,
            amount: moneyText(donation.total, currency, { language }),
          }),
        ]
      : []),
  ];
}

function factsOf(order: LetterOrder, sum = sumOf(order)): Fact[] {
  const word = (key: string) => say(order.language, `letter.facts.${key}`);
  return [
    ...boughtIn(order),
    [word('channel'), order.channelTitle],
    sum,
    [word('order'), order.number],
  ];
}

function sumOf({ language, total, currency }: LetterOrder): Fact {
  const word = (key: string) => say(language, `letter.facts.${key}`);
  return [word('total'), total === 0 ? word('free') : moneyText(total, currency, { language })];
}

/** How much of what was paid went back; money that bought nothing is of no order's sum. */
function sumBackOf(order: LetterOrder, refund: LetterOrder['refunds'][number]): Fact {
  const { language, currency } = order;
  const money = (sum: number) => moneyText(sum, currency, { language });
  const of = { amount: money(refund.amount), total: money(order.total) };
  const said = refund.isStray ? of.amount : say(language, 'letter.refunded.ofPaid', of);
  return [say(language, 'letter.facts.givenBack'), said];
}

/** What of it still opens something, and what does no longer: tickets, films, subscriptions. */
function whatHolds({ chosen, language }: LetterOrder): string[] {
  const things = chosen.filter((line) => isHad(line) && !isSent(line));
  // Who has all of their money back has nothing more, not even what was free beside it.
  const isAllBack = chosen.every(({ total, refunded }) => refunded >= total);
  const ended = things.filter((line) => isAllBack || isGivenBack(line));
  const held = things.filter((line) => !ended.includes(line));
  const saying = (key: string, lines: LetterLine[]) =>
    lines.length === 0
      ? []
      : [say(language, `letter.refunded.${key}`, { titles: titlesIn(lines, language) })];
  return [...saying('holds', held), ...saying('ended', ended)];
}

const titlesIn = (lines: LetterLine[], language: LetterOrder['language']): string =>
  listOf(
    lines.map(({ title }) => title),
    language,
  );

const waysOn: Partial<Record<string, string>> = {
  Many: '/mystuff/products',
  Month: '/mystuff',
  Thing: '/mystuff/orders',
  Gift: '/mystuff/orders',
  Donation: '/mystuff/orders',
};

/**
 * The letter after a paid order: what was bought, the invoice, the way to the show. `begun`: the
 * subscription that began with it, of which it says when it renews.
 */
export function orderPaidMail(order: LetterOrder, begun: ToldSubscription | null = null): Mail {
  const { language, buyerId, buyer, channelTitle: channel } = order;
  const chosen = order.chosen.filter(isHad);
  // Of tickets beside things the tickets are told first.
  const [first = chosen[0] ?? order.chosen[0]] = chosen.filter(
    (line) => line.slug && !isSent(line),
  );
  const told = toldAs(order);
  const things = listOf(
    chosen.map(({ title }) => title),
    language,
  );
  const values = { title: first?.title ?? '', count: chosen.length - 1, channel, things };
  const word = (key: string) => say(language, `letter.paid.${key}${told}`, values);
  return {
    userId: buyerId,
    to: buyer.email,
    language,
    kind: 'order-paid',
    letter: {
      subject: word('subject'),
      greeting: greeting(order),
      paragraphs: [
        ...(['Donation', 'Thing'].includes(told) ? [] : [word('text')]),
        ...(begun ? [begunWords(begun, language)] : []),
        ...moreOf(order),
      ],
      facts: factsOf(order),
      ...letterPicture(order.picture, values.title),
      button: {
        label: word('button'),
        path: waysOn[told] ?? `/player/${first?.slug}`,
      },
      reason: say(language, 'letter.paid.reason'),
    },
    attachments: [...paidInvoices(order), ...calendarFor(order)],
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
  const text = refund.isOtherwise ? 'otherwise' : 'text';
  const reason = refund.isStray ? say(language, 'letter.refunded.late') : refund.reason;
  return {
    userId: buyerId,
    to: buyer.email,
    language,
    kind: 'order-refunded',
    letter: {
      subject: say(language, 'letter.refunded.subject', values),
      greeting: greeting(order),
      paragraphs: [
        say(language, `letter.refunded.${text}`, values),
        ...(refund.isStray ? [] : whatHolds(order)),
      ],
      facts: [
        ...factsOf(order, sumBackOf(order, refund)),
        [say(language, 'letter.facts.reason'), reason],
      ],
      button: { label: say(language, 'letter.refunded.button'), path: '/mystuff/orders' },
      reason: say(language, 'letter.paid.reason'),
    },
    attachments: invoicesOf(order, ({ id }) => id === refund.invoiceId),
  };
}
