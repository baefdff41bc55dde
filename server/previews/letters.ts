import type { Picture } from '#contract/media.ts';
import type { Language } from '#contract/shared/languages.ts';
import { formatMoney } from '#contract/shared/money-text.ts';
import {
  activationMail,
  newsKinds,
  newsMail,
  recoveryMail,
  stopReminders,
} from '#server/accounts/index.ts';
import { channelMail } from '#server/channels/index.ts';
import { giftMail, giverMail } from '#server/gifts/index.ts';
import { webhookMail } from '#server/integrations/index.ts';
import {
  confirmMail,
  offeredMail,
  openedMail,
  unfinishedLetters,
  unfinishedMail,
} from '#server/leads/index.ts';
import {
  payoutHeldMail,
  payoutMail,
  payoutReturnedMail,
  payoutWaitsMail,
} from '#server/payouts/index.ts';
import { config } from '#server/platform/config.ts';
import type { Mail } from '#server/platform/mail/index.ts';
import {
  type LetterOrder,
  orderPaidMail,
  orderRefundedMail,
  refundAskedMail,
  refundRefusedMail,
  sessionCancelledMail,
} from '#server/sales/index.ts';
import { shipmentSentMail } from '#server/shipments/index.ts';
import {
  monthPaidMail,
  monthTitle,
  subscriptionMail,
  toldKinds,
} from '#server/subscriptions/index.ts';
import { reminderKinds, reminderMail } from '#server/tickets/index.ts';
import {
  sampleCancelledShow,
  sampleGift,
  sampleOrder,
  samplePerson,
  sampleShow,
  wordsTyped,
} from './samples.ts';

const secret = { text: 'a1B2c3D4e5F6g7H8i9J0', endsAt: '2026-11-29T11:00:00Z' };

/** A letter to be looked at; `told`: what it says otherwise than the first one of its kind. */
export type Sample = Mail & { told?: string };

/** Every letter of the product in a language, in the order of a visitor's life. */
export function sampleMails(language: Language, picture: Picture | null): Sample[] {
  const person = samplePerson(language);
  const order = sampleOrder(language, picture);
  const gift = sampleGift(language, picture);
  return [
    activationMail(person, { secret, approveUsers: true }),
    recoveryMail(person, secret),
    ...newsKinds.map((news) => newsMail(person, news)),
    ...channelMails(language),
    orderPaidMail(asJustPaid(order)),
    withSubscription(order),
    ...reminderKinds.map((kind) =>
      reminderMail(person, {
        ...{ kind, session: sampleShow(language, picture), stop: stopReminders(person) },
      }),
    ),
    ...leadMails(language, picture),
    sessionCancelledMail(person, {
      ...{ show: sampleCancelledShow(language, picture), amount: order.total },
      order: {
        id: order.id,
        number: order.number,
        total: order.total,
        currency: order.currency,
        code: null,
      },
    }),
    ...subscriptionMails(language),
    giftMail(gift, 'arrived'),
    giftMail(gift, 'reminder'),
    ...(['accepted', 'unaccepted', 'owned'] as const).map((kind) => giverMail(gift, kind)),
    ...shipmentMails(language),
    ...payoutMails(language),
    refundAskedMail(person, {
      ...{
        title: wordsTyped(language).title,
        amount: formatMoney(1210, 'EUR', language),
        buyer: 'Ana Prats',
        path: '/account/sales',
      },
      reason: wordsTyped(language).reason,
    }),
    refundRefusedMail(order, wordsTyped(language).back),
    webhookMail(person, {
      host: 'hooks.example.com',
      end: 'silent',
      path: '/account/integrations',
    }),
    ...order.refunds.map((refund) => orderRefundedMail(order, { ...refund, invoiceId: 'credit' })),
  ];
}

/** The sample of an order with money back is the same order, of which nothing has gone back yet. */
const asJustPaid = (order: LetterOrder): LetterOrder => ({
  ...order,
  invoices: order.invoices.filter(({ kind }) => kind === 'sale'),
});

/** A ticket beside the first month of its channel. */
function withSubscription(sample: LetterOrder): Sample {
  const order = asJustPaid(sample);
  const begun = sampleTold(order.language, 'month');
  const [ticket] = order.chosen;
  if (!ticket) throw new Error('the sample of an order has no ticket');
  const followed = {
    ...{ ...ticket, id: 'month', kind: 'subscription' as const, slug: null, startsAt: null },
    title: monthTitle(order.language, order.channelTitle),
    total: begun.total,
  };
  const total = order.total + begun.total;
  const mail = orderPaidMail({ ...order, chosen: [ticket, followed], total }, begun);
  return { ...mail, told: 'with-subscription' };
}

/** What an organizer hears of the money that goes to their bank. */
function payoutMails(language: Language): Mail[] {
  const person = samplePerson(language);
  const about = {
    ...{ channel: wordsTyped(language).channel, reference: 'PO-2026-12-000007' },
    ...{ iban: 'ES ···· 1332', amount: 248_350, currency: 'EUR' as const },
  };
  const reason = wordsTyped(language).back;
  return [
    payoutMail(person, about),
    payoutReturnedMail(person, { ...about, slug: 'teatro-del-faro', reason }),
    payoutWaitsMail(person, { ...about, iban: '', slug: 'teatro-del-faro', fault: 'iban_missing' }),
    payoutHeldMail(person, { ...about, reason }),
  ];
}

/** To whoever waits for something to begin, for a seat, or for themselves to finish. */
function leadMails(language: Language, picture: Picture | null): Mail[] {
  const person = samplePerson(language);
  const { slug, title, channelTitle, startsAt } = sampleShow(language, picture);
  const path = `/products/${slug}`;
  const thing = { title, channelTitle, path, picture };
  const told = { ...person, userId: person.id };
  const leadId = person.id;
  return [
    confirmMail(person, { leadId, thing }),
    openedMail(told, { leadId, thing, ofChannel: false }),
    offeredMail(person, {
      ...{ slug, title, channelTitle, startsAt, picture, sessionId: 'sample' },
      until: '2026-12-10T12:00:00Z',
    }),
    ...unfinishedLetters.map((letter) =>
      unfinishedMail(person, {
        ...{ letter, thing, startsAt, path: `${path}/checkout` },
        code: letter === 'unfinished_3' ? 'K7QM-2RXW-9TBD' : null,
      }),
    ),
  ];
}

function subscriptionMails(language: Language): Sample[] {
  return [...termMails(language, 'month'), ...termMails(language, 'year'), ...renewals(language)];
}

/** What is told of a channel, by the month, or of the site, by the year. */
function sampleTold(language: Language, term: 'month' | 'year') {
  const { SITE_NAME } = config();
  const channel = { title: wordsTyped(language).channel, path: '/channels/sample', isSite: false };
  const isYear = term === 'year';
  return {
    followed: isYear ? { title: SITE_NAME, path: '/', isSite: true } : channel,
    term,
    ...{ currency: 'EUR' as const, total: isYear ? 4900 : 499 },
    ...{ validUntil: '2026-12-31T11:00:00Z', accessUntil: '2027-01-07T11:00:00Z' },
    next: { total: isYear ? 5900 : 699, from: '2027-01-15T08:40:00Z' },
  };
}

function termMails(language: Language, term: 'month' | 'year'): Sample[] {
  const person = samplePerson(language);
  const told = sampleTold(language, term);
  const month = { ...told, order: sampleOrder(language, null).number };
  const mails = [
    monthPaidMail(person, { ...month, isFirst: true }, []),
    monthPaidMail(person, { ...month, isFirst: false }, []),
    ...toldKinds
      .filter((kind) => kind !== 'renewal')
      .map((kind) => subscriptionMail(person, told, { kind, nextTry: '2027-01-01T05:00:00Z' })),
  ];
  return term === 'year' ? mails.map((mail) => ({ ...mail, told: term })) : mails;
}

/** Before a year is charged, and where there is no card to charge. */
function renewals(language: Language): Sample[] {
  const of = (card: { lastFour: string } | null) =>
    subscriptionMail(samplePerson(language), sampleTold(language, 'year'), {
      kind: 'renewal',
      renewal: { on: '2026-12-31T05:00:00Z', total: 4900, card },
    });
  return [of({ lastFour: '4242' }), { ...of(null), told: 'by-hand' }];
}

function channelMails(language: Language): Mail[] {
  const { channel: title, back } = wordsTyped(language);
  const of = (stateReason: string) => ({ title, stateReason });
  const person = samplePerson(language);
  return [
    channelMail(person, { kind: 'sentBack', channel: of(back), path: '/account/channels/sample' }),
    channelMail(person, { kind: 'published', channel: of(''), path: '/channels/sample' }),
    channelMail(person, { kind: 'banned', channel: of(back), path: '/account/channels/sample' }),
  ];
}

function shipmentMails(language: Language): Mail[] {
  const { channel } = wordsTyped(language);
  const item = { lineId: 'sample', slug: 'sample', givenBack: false, can: { restock: false } };
  const shipment = {
    items: [{ ...item, title: sampleShow(language, null).title, quantity: 2 }],
    address: {
      ...{ name: samplePerson(language).name, street: 'Calle del Prado 5', second: '2º B' },
      ...{ city: 'Madrid', postalCode: '28014', region: 'Madrid', country: 'ES', phone: '' },
    },
    ...{ carrier: 'Correos', trackingCode: 'PK4Z2000120', trackingUrl: 'https://www.example.com' },
  };
  return [
    shipmentSentMail(samplePerson(language), {
      channel,
      shipment: { ...shipment, method: 'post', pickup: '' },
    }),
  ];
}
