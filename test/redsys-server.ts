import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { serializeAndSignJSONRequest } from 'redsys-easy';

/** The shop of Redsys's own test environment; its key is public. */
export const testShop = {
  merchant: '999008881',
  terminal: '1',
  key: 'sq7HjrUOBfKmC576ILgskD5srU870gJ7',
};

type Values = Record<string, string>;
export type RedsysServer = {
  url: string;
  refunds: { order: string; amount: number }[];
  /** Charges of cards that it keeps, as they were asked; each order is charged once. */
  charges: Values[];
  /** What the next of both are answered; `silent`: they are done, and the answer never comes. */
  answers: 'done' | 'refused' | 'error' | 'silent';
  /** The notice that follows a form the buyer's browser has posted. Throws when it is badly signed. */
  notice: (form: Values, said?: Values) => Values;
  stop: () => Promise<void>;
};

/**
 * A bank that speaks Redsys's wire format with the first generation of signatures, written and
 * checked by a library of others (`redsys-easy`): where we differ from it, it refuses us.
 */
export async function startRedsys(): Promise<RedsysServer> {
  const state: Omit<RedsysServer, 'url' | 'stop'> = {
    refunds: [],
    charges: [],
    answers: 'done',
    notice: (form, said = {}) => {
      const asked = proven(form);
      const answer = {
        Ds_Date: '29/11/2026',
        Ds_Hour: '22:51',
        Ds_SecurePayment: '1',
        Ds_Amount: asked.DS_MERCHANT_AMOUNT ?? '',
        Ds_Currency: asked.DS_MERCHANT_CURRENCY ?? '',
        Ds_Order: asked.DS_MERCHANT_ORDER ?? '',
        Ds_MerchantCode: asked.DS_MERCHANT_MERCHANTCODE ?? '',
        Ds_Terminal: '001',
        Ds_Response: '0000',
        Ds_MerchantData: encodeURIComponent(asked.DS_MERCHANT_MERCHANTDATA ?? ''),
        Ds_TransactionType: '0',
        Ds_AuthorisationCode: '052029',
        Ds_Card_Number: '454881******0003',
        ...said,
      };
      return signed(answer);
    },
  };
  const server = createServer(async (request, response) => {
    const pieces: Buffer[] = [];
    for await (const piece of request) pieces.push(piece as Buffer);
    const asked = proven(JSON.parse(Buffer.concat(pieces).toString('utf8')));
    const order = asked.DS_MERCHANT_ORDER ?? '';
    const done = state.answers === 'done' || state.answers === 'silent';
    const isCharge = asked.DS_MERCHANT_TRANSACTIONTYPE === '0';
    const isKnown = state.charges.some((one) => one.DS_MERCHANT_ORDER === order);
    if (isCharge) state.charges.push(asked);
    else if (done) state.refunds.push({ order, amount: Number(asked.DS_MERCHANT_AMOUNT) });
    if (state.answers === 'silent') return void response.destroy();
    response.setHeader('content-type', 'application/json');
    if (isCharge && isKnown) return void response.end('{"errorCode":"SIS0051"}');
    if (state.answers === 'error') return void response.end('{"errorCode":"SIS0057"}');
    const answer = {
      Ds_Order: order,
      Ds_Amount: asked.DS_MERCHANT_AMOUNT ?? '',
      Ds_Currency: asked.DS_MERCHANT_CURRENCY ?? '',
      Ds_MerchantCode: asked.DS_MERCHANT_MERCHANTCODE ?? '',
      Ds_Terminal: asked.DS_MERCHANT_TERMINAL ?? '',
      Ds_Response: done ? (isCharge ? '0000' : '0900') : '0180',
      Ds_TransactionType: isCharge ? '0' : '3',
      Ds_MerchantData: asked.DS_MERCHANT_MERCHANTDATA ?? '',
    };
    response.end(JSON.stringify(signed(answer)));
  });
  await new Promise<void>((listening) => server.listen(0, '127.0.0.1', listening));
  const { port } = server.address() as AddressInfo;
  return Object.assign(state, {
    url: `http://127.0.0.1:${port}/sis/realizarPago`,
    stop: async () => {
      server.closeAllConnections();
      await new Promise((closed) => server.close(closed));
    },
  });
}

/** The values of a message of the shop; throws unless the library would have signed it the same. */
function proven(message: Values): Values {
  const text = Buffer.from(message.Ds_MerchantParameters ?? '', 'base64').toString('utf8');
  const values = JSON.parse(text) as Values;
  const expected = serializeAndSignJSONRequest(testShop.key, values as never);
  if (expected.Ds_Signature !== message.Ds_Signature) throw new Error('SIS0042');
  return values;
}

/** The library finds the order under the name that shops write it by; an answer carries both. */
const signed = (values: Values): Values => ({
  ...serializeAndSignJSONRequest(testShop.key, {
    ...values,
    DS_MERCHANT_ORDER: values.Ds_Order,
  } as never),
});
