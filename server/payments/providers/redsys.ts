import { randomInt } from 'node:crypto';
import { z } from 'zod';
import type { CarriedNotice } from '#contract/payments.ts';
import { nowText } from '#server/platform/clock.ts';
import { config } from '#server/platform/config.ts';
import { db } from '#server/platform/database/index.ts';
import { refuse } from '#server/platform/errors.ts';
import { mediaPaySettings } from '../settings/media-pay.queries.ts';
import { isOn } from '../settings/media-pay.rules.ts';
import {
  type Charge,
  ChargeRefused,
  type ChargeReport,
  type ChargeRequest,
  type ChargeScreen,
  type KeptToken,
  type Provider,
  type ProviderNotice,
  ProviderUnset,
} from './provider.ts';
import {
  currencyNumbered,
  failureOf,
  isApproved,
  isGivenBack,
  languageNumber,
  numberOf,
  sameTerminal,
  wasNeverAsked,
} from './redsys.rules.ts';
import { noticeFrom, RedsysAnswer, readRedsys, writeRedsys } from './redsys-messages.ts';
import { beginRefund, endRefund } from './redsys-refunds.store.ts';

const timeoutMs = 20_000;
const letters = '0123456789ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz';
const pick = (alphabet: string, length: number): string =>
  Array.from({ length }, () => alphabet[randomInt(alphabet.length)]).join('');

const shopNow = async () => (await mediaPaySettings()).redsys;

/** The shop, where nothing of it is missing; throws ProviderUnset. */
async function shopSet(): Promise<Shop> {
  const settings = await mediaPaySettings();
  if (!isOn.redsys(settings)) throw new ProviderUnset('Redsys is not set here any more');
  return settings.redsys;
}

/**
 * One payment by the form of Redsys: the buyer's browser posts it, the bank tells us by a notice.
 * Redsys answers no question about a payment, so what was never told ends after half an hour; money
 * that comes after all has its rule.
 */
export const redsys: Provider = {
  name: 'redsys',
  newReference: () => pick('0123456789', 4) + pick(letters, 8),

  async charge(request) {
    const shop = await shopNow();
    const { screen } = request;
    if (shop.currency !== request.currency || !screen) return refuse('PAYMENT_ERROR');
    const values = formValues(shop, { ...request, ...screen });
    const fields = writeRedsys(shop, request.reference, values);
    return { state: 'confirming', place: { url: shop.url, fields } };
  },

  async chargeKept(charge, token) {
    const shop = await shopSet();
    if (shop.currency !== charge.currency) return refuse('PAYMENT_ERROR');
    const message = messageTo(shop, charge.reference, {
      ...commonValues(shop, charge),
      ...keptValues(token),
      DS_MERCHANT_TRANSACTIONTYPE: '0',
      DS_MERCHANT_AMOUNT: String(charge.amount),
      DS_MERCHANT_MERCHANTURL: notifyUrl(),
      DS_MERCHANT_MERCHANTDATA: charge.orderId,
    });
    const said = await ask(message).catch((error: unknown) => {
      throw wasNeverAsked(error) ? new ChargeRefused(`Redsys cannot be reached: ${error}`) : error;
    });
    const report = { ...charge, state: 'declined' as const, failure: 'card_declined' as const };
    // An error of Redsys instead of an answer of the bank: nothing was charged.
    if ('errorCode' in said) return { report: wasAskedBefore(said.errorCode) ? null : report };
    const answer = readRedsys(shop, said);
    if (answer.Ds_Order !== charge.reference) throw new Error('Redsys answered another order');
    const { state, failure } = reportOf(answer);
    const isSame = answer.Ds_Amount === String(charge.amount);
    if (!isSame) throw new Error(`Redsys charged another sum for ${charge.reference}`);
    return { report: { ...report, state, failure } };
  },

  // The question is asked and answered on the bank's own page.
  confirm: async () => false,
  cancel: async () => true,

  find: async ({ reference, orderId, amount, currency }) => ({
    ...{ reference, orderId, amount, currency },
    state: 'confirming',
    failure: null,
  }),

  async refund(charge, { amount, key }) {
    const { reference } = charge;
    // Whatever cannot be written or sent is found before it counts as asked.
    const asking = refundMessage(await shopSet(), charge, amount);
    const begun = await beginRefund(db(), { key, reference, amount, at: nowText() });
    if (begun === 'done') return;
    if (begun === 'unclear') throw new Error(`Redsys never said what became of refund ${key}`);
    const answer = await askRefund(asking, reference).catch(async (error: unknown) => {
      // Where no line came about, nothing was done; after that nobody knows.
      if (!wasNeverAsked(error)) throw error;
      return 'not reached';
    });
    const state = isGivenBack(answer) ? 'done' : 'refused';
    await endRefund(db(), key, { state, answer });
    if (state === 'refused') throw new Error(`Redsys refused refund ${key}: ${answer}`);
  },

  prove: ({ rawBody }) => proven(noticeFrom(rawBody)),
  proveCarried: (notice) => proven(notice),
  async understand({ body }) {
    const said = RedsysAnswer.safeParse(body);
    const currency = said.success && currencyNumbered(said.data.Ds_Currency);
    if (!currency || !/^\d+$/.test(said.data.Ds_Amount)) return refuse('CALLBACK_INVALID');
    if (said.data.Ds_TransactionType !== '0') return { about: 'nothing' };
    return { about: 'charge', report: { ...reportOf(said.data), currency } };
  },
};

type Shop = Awaited<ReturnType<typeof shopNow>>;

const commonValues = (
  { merchant, terminal }: Shop,
  charge: Pick<Charge | ChargeRequest, 'reference' | 'currency'>,
) => ({
  DS_MERCHANT_ORDER: charge.reference,
  DS_MERCHANT_MERCHANTCODE: merchant,
  DS_MERCHANT_TERMINAL: terminal,
  DS_MERCHANT_CURRENCY: numberOf(charge.currency),
});

function formValues(shop: Shop, request: ChargeRequest & ChargeScreen) {
  const { PUBLIC_URL } = config();
  const back = `${PUBLIC_URL}${request.backPath}`;
  return {
    ...commonValues(shop, request),
    DS_MERCHANT_TRANSACTIONTYPE: '0',
    DS_MERCHANT_AMOUNT: String(request.amount),
    DS_MERCHANT_MERCHANTURL: notifyUrl(),
    DS_MERCHANT_URLOK: back,
    DS_MERCHANT_URLKO: back,
    DS_MERCHANT_CONSUMERLANGUAGE: languageNumber[request.language],
    DS_MERCHANT_PRODUCTDESCRIPTION: request.title.slice(0, 125),
    DS_MERCHANT_MERCHANTDATA: request.orderId,
    ...(request.keep ? firstOfSeries : {}),
  };
}

const notifyUrl = () => `${config().PUBLIC_URL}/api/payments/redsys/notify`;

/** The buyer agrees, and proves who they are, to what is charged again later: `R`, a subscription. */
const firstOfSeries = {
  DS_MERCHANT_IDENTIFIER: 'REQUIRED',
  DS_MERCHANT_COF_INI: 'S',
  DS_MERCHANT_COF_TYPE: 'R',
};

/** The card of that payment again, without its owner: a payment that the merchant begins (MIT). */
function keptValues(token: string) {
  const [identifier = '', txnid = ''] = token.split(' ');
  return {
    DS_MERCHANT_IDENTIFIER: identifier,
    DS_MERCHANT_COF_INI: 'N',
    DS_MERCHANT_COF_TYPE: 'R',
    DS_MERCHANT_COF_TXNID: txnid,
    DS_MERCHANT_EXCEP_SCA: 'MIT',
    DS_MERCHANT_DIRECTPAYMENT: 'true',
  };
}

/** The number of an order is taken once: the answer to the first question was lost, or is to come. */
const wasAskedBefore = (errorCode: string): boolean => errorCode === 'SIS0051';

async function proven(notice: CarriedNotice): Promise<ProviderNotice> {
  const shop = await shopNow();
  const said = readRedsys(shop, notice);
  const isOurs =
    said.Ds_MerchantCode === shop.merchant && sameTerminal(said.Ds_Terminal, shop.terminal);
  if (!isOurs) return refuse('CALLBACK_INVALID');
  const name = `${said.Ds_Order}_${said.Ds_TransactionType}_${said.Ds_Response}`;
  return {
    eventId: `${name}_${said.Ds_AuthorisationCode.trim()}`,
    type: `told.${name}`,
    body: said,
  };
}

function reportOf(said: RedsysAnswer): Omit<ChargeReport, 'currency'> {
  const approved = isApproved(said.Ds_Response);
  const lastFour = /\d{4}$/.exec(said.Ds_Card_Number)?.[0];
  return {
    reference: said.Ds_Order,
    orderId: said.Ds_MerchantData,
    amount: Number(said.Ds_Amount),
    state: approved ? 'approved' : 'declined',
    failure: approved ? null : failureOf(said.Ds_Response),
    ...(lastFour ? { lastFour } : {}),
    kept: approved ? keptOf(said, lastFour ?? '') : null,
  };
}

function keptOf(said: RedsysAnswer, lastFour: string): KeptToken | null {
  const { Ds_Merchant_Identifier: identifier, Ds_Merchant_Cof_Txnid: txnid } = said;
  return identifier && txnid ? { token: `${identifier} ${txnid}`, lastFour } : null;
}

const Asked = z.union([
  z.object({ errorCode: z.string() }),
  z.object({
    Ds_SignatureVersion: z.string(),
    Ds_MerchantParameters: z.string(),
    Ds_Signature: z.string(),
  }),
]);

type Message = { shop: Shop; url: URL; body: string };

/** A message to the bank's machine. Throws when the shop's address or key is none. */
const messageTo = (shop: Shop, order: string, values: Record<string, string>): Message => ({
  shop,
  url: new URL('/sis/rest/trataPeticionREST', shop.url),
  body: JSON.stringify(writeRedsys(shop, order, values)),
});

const refundMessage = (shop: Shop, charge: Charge, amount: number): Message =>
  messageTo(shop, charge.reference, {
    ...commonValues(shop, charge),
    DS_MERCHANT_TRANSACTIONTYPE: '3',
    DS_MERCHANT_AMOUNT: String(amount),
  });

/** Asks for the money back; answers the bank's code, or an error of Redsys such as SIS0057. */
async function askRefund(message: Message, reference: string): Promise<string> {
  const answer = await ask(message);
  if ('errorCode' in answer) return answer.errorCode;
  const said = readRedsys(message.shop, answer);
  return said.Ds_Order === reference ? said.Ds_Response : 'another order';
}

async function ask({ url, body }: Message) {
  const response = await fetch(url, {
    method: 'POST',
    headers: { 'content-type': 'application/json' },
    body,
    signal: AbortSignal.timeout(timeoutMs),
  });
  return Asked.parse(await response.json());
}
