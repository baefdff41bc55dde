import { createServer, type IncomingMessage, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import Stripe from 'stripe';
import type { Dispute, Intent, OfKept, Refund, Session } from './stripe-objects.ts';
import { type Setups, stripeSetups } from './stripe-setups.ts';

/** What Stripe takes for its trouble with a dispute. */
export const disputeFee = 2000;

/** Keys as Stripe makes them, of nobody. */
export const stripeKeys = {
  publicKey: 'pk_test_51StandInOfTheTests',
  secretKey: 'sk_test_51StandInOfTheTests',
  signingKey: 'whsec_StandInOfTheTestsAlone00',
};

export type StripeServer = {
  url: string;
  /** Everything that was asked: method, path and form. */
  asked: { method: string; path: string; form: URLSearchParams; key: string }[];
  /** Answers by key: Stripe forgets them after a day. */
  keys: Map<string, string>;
  sessions: Map<string, Session>;
  /** Pages on which a card is given without paying. */
  setups: Setups;
  /** Charges of cards that it keeps. */
  intents: Map<string, Intent>;
  kept: OfKept;
  /** Customers that it was asked to forget. */
  forgotten: string[];
  refunds: Refund[];
  /** So many of the refunds that are asked for next fail as they are made. */
  refundsToFail: number;
  disputes: Map<string, Dispute>;
  /** Somebody gives money back at Stripe's own desk. */
  refundAtDesk: (intent: string, amount: number, reason?: string) => Refund;
  /** The buyer's bank takes a payment back, or only asks (`warning_needs_response`). */
  dispute: (
    intent: string,
    given?: { amount?: number; reason?: string; status?: string },
  ) => Dispute;
  /** The bank decides, or the next step is taken; the money moves with it. */
  moveDispute: (id: string, status: string) => Dispute;
  /** From now on every request is answered so, or not at all; `lost`: it is done; null: as Stripe does. */
  fault: 'down' | 'silent' | 'lost' | null;
  /** What every answer waits for. */
  answersAfter: Promise<void> | null;
  /** The buyer pays on the page of a session; `later`: by a way that takes days. */
  pay: (id: string, how?: 'card' | 'later') => Session;
  /** What a way that takes days came to. */
  decide: (id: string, paid: boolean) => Session;
  expire: (id: string) => Session;
  /** An event as Stripe sends it: body and signature. */
  event: (type: string, object: unknown, given?: { id?: string; at?: number }) => Notice;
  stop: () => Promise<void>;
};
export type Notice = { rawBody: string; signature: string };

/**
 * A server that speaks the part of Stripe's API that Checkout needs, in its wire format: forms in,
 * JSON out, keys that make a request happen once, errors as objects. Its page has a button that pays;
 * a caller may press it without one.
 */
export async function startStripe(): Promise<StripeServer> {
  let address = '';
  const state: Omit<StripeServer, 'url' | 'stop'> = {
    asked: [],
    keys: new Map(),
    sessions: new Map(),
    setups: stripeSetups(),
    intents: new Map(),
    kept: 'approve',
    forgotten: [],
    refunds: [],
    refundsToFail: 0,
    disputes: new Map(),
    refundAtDesk: (intent, amount, reason = 'requested_by_customer') =>
      enter(intent, { amount, reason, metadata: {} }),
    dispute: (intent, { amount, reason = 'fraudulent', status = 'needs_response' } = {}) => {
      const session = ofIntent(intent);
      const dispute: Dispute = {
        id: `dp_${crypto.randomUUID().replaceAll('-', '')}`,
        object: 'dispute',
        amount: amount ?? session.amount_total,
        currency: session.currency,
        ...{ reason, status: 'warning_needs_response' },
        payment_intent: session.payment_intent,
        evidence_details: { due_by: Math.floor(Date.now() / 1000) + 7 * 86_400 },
        balance_transactions: [],
      };
      state.disputes.set(dispute.id, dispute);
      return state.moveDispute(dispute.id, status);
    },
    moveDispute: (id, status) => {
      const dispute = state.disputes.get(id);
      if (!dispute) throw new Error(`no dispute ${id}`);
      const { amount, currency, balance_transactions: moved } = dispute;
      const isWarning = status.startsWith('warning');
      if (!isWarning && moved.length === 0) {
        moved.push({ amount: -amount, fee: disputeFee, net: -amount - disputeFee, currency });
      }
      if (status === 'won') moved.push({ amount, fee: 0, net: amount, currency });
      return Object.assign(dispute, { status });
    },
    fault: null,
    answersAfter: null,
    pay: (id, how = 'card') =>
      change(id, { status: 'complete', payment_status: how === 'card' ? 'paid' : 'unpaid' }),
    decide: (id, paid) => {
      const session = change(id, { payment_status: paid ? 'paid' : 'unpaid' });
      if (!paid) session.payment_intent.status = 'requires_payment_method';
      return session;
    },
    expire: (id) => change(id, { status: 'expired', url: null }),
    event: (type, object, { id = `evt_${crypto.randomUUID()}`, at = Date.now() } = {}) => {
      const seconds = Math.floor(at / 1000);
      const rawBody = JSON.stringify({
        id,
        object: 'event',
        type,
        created: seconds,
        data: { object },
      });
      const { signingKey: secret } = stripeKeys;
      const header = { payload: rawBody, secret, timestamp: seconds };
      return { rawBody, signature: Stripe.webhooks.generateTestHeaderString(header) };
    },
  };
  const found = (id: string): Session => {
    const session = state.sessions.get(id);
    if (!session) throw new Error(`no session ${id}`);
    return session;
  };
  const change = (id: string, to: Partial<Session>): Session => {
    const session = Object.assign(found(id), to);
    if (session.payment_status === 'paid') {
      session.payment_intent.status = 'succeeded';
      session.payment_intent.latest_charge = {
        payment_method_details: { card: { last4: '4242' } },
      };
    }
    return session;
  };

  const open = (form: URLSearchParams): Session => {
    const id = `cs_test_${crypto.randomUUID().replaceAll('-', '')}`;
    const value = (name: string) => form.get(name) ?? '';
    const session: Session = {
      id,
      object: 'checkout.session',
      status: 'open',
      payment_status: 'unpaid',
      client_reference_id: value('client_reference_id'),
      metadata: { orderId: value('metadata[orderId]'), reference: value('metadata[reference]') },
      currency: value('line_items[0][price_data][currency]'),
      amount_total: Number(value('line_items[0][price_data][unit_amount]')),
      url: `${address}/c/pay/${id}`,
      success_url: value('success_url'),
      payment_intent: {
        id: `pi_${id}`,
        object: 'payment_intent',
        status: 'processing',
        amount: Number(value('line_items[0][price_data][unit_amount]')),
        currency: value('line_items[0][price_data][currency]'),
        metadata: {
          orderId: value('payment_intent_data[metadata][orderId]'),
          reference: value('payment_intent_data[metadata][reference]'),
        },
        customer: value('customer_creation') ? `cus_${id.slice(8, 22)}` : '',
        payment_method: `pm_${id.slice(8, 22)}`,
        latest_charge: null,
      },
    };
    state.sessions.set(id, session);
    return session;
  };

  const ofIntent = (intent: string): Session => found(intent.replace('pi_', ''));
  const enter = (intent: string, given: Pick<Refund, 'amount' | 'reason' | 'metadata'>): Refund => {
    const refund: Refund = {
      id: `re_${crypto.randomUUID().replaceAll('-', '')}`,
      ...{ object: 'refund', intent, payment_intent: intent, status: 'succeeded' },
      currency: ofIntent(intent).currency,
      ...given,
    };
    state.refunds.push(refund);
    return refund;
  };

  const chargeKept = (form: URLSearchParams) => {
    const value = (name: string) => form.get(name) ?? '';
    const intent: Intent = {
      id: `pi_${crypto.randomUUID().replaceAll('-', '')}`,
      object: 'payment_intent',
      status: state.kept === 'approve' ? 'succeeded' : 'requires_payment_method',
      amount: Number(value('amount')),
      currency: value('currency'),
      metadata: {
        reference: value('metadata[reference]'),
        orderId: value('metadata[orderId]'),
        kept: value('metadata[kept]'),
      },
      customer: value('customer'),
      payment_method: value('payment_method'),
      latest_charge: { payment_method_details: { card: { last4: '4242' } } },
    };
    state.intents.set(intent.id, intent);
    if (state.kept === 'approve') return intent;
    const { error, status } = fault(402, state.kept);
    return { status, error: { ...error, type: 'card_error', payment_intent: intent } };
  };

  const refund = (form: URLSearchParams) => {
    const intent = form.get('payment_intent') ?? '';
    const amount = Number(form.get('amount'));
    const session = ofIntent(intent);
    const given = state.refunds
      .filter((one) => one.intent === intent && ['succeeded', 'pending'].includes(one.status))
      .reduce((sum, one) => sum + one.amount, 0);
    const isDisputed = [...state.disputes.values()].some(
      ({ payment_intent, status }) =>
        payment_intent.id === intent && ['needs_response', 'under_review', 'lost'].includes(status),
    );
    if (isDisputed) return fault(400, 'charge_disputed');
    if (session.payment_status !== 'paid' || given + amount > session.amount_total) {
      return fault(400, 'charge_already_refunded');
    }
    const key = form.get('metadata[key]');
    const made = enter(intent, { amount, reason: null, metadata: key ? { key } : {} });
    if (state.refundsToFail === 0) return made;
    state.refundsToFail -= 1;
    return Object.assign(made, { status: 'failed' });
  };

  const listRefunds = (intent: string) => {
    return listOf(state.refunds.filter((one) => one.intent === intent).reverse(), '/v1/refunds');
  };

  const answer = (method: string, path: string, form: URLSearchParams): unknown => {
    const id = /^\/v1\/checkout\/sessions\/(\w+)/.exec(path)?.[1];
    if (method === 'POST' && path === '/v1/checkout/sessions') {
      // Gone with the version of September 2026.
      const isOld = [...form.keys()].some((name) => name.startsWith('payment_method_types'));
      if (isOld) return fault(400, 'parameter_unknown');
      return form.get('mode') === 'setup' ? state.setups.open(form, address) : open(form);
    }
    const setup = state.setups.all.get(id ?? '');
    if (method === 'GET' && setup) return setup;
    if (method === 'POST' && path === '/v1/refunds') return refund(form);
    if (method === 'GET' && path === '/v1/refunds') {
      return listRefunds(form.get('payment_intent') ?? '');
    }
    const paid = /^\/v1\/payment_intents\/pi_(\w+)$/.exec(path)?.[1];
    if (paid && state.sessions.has(paid)) return found(paid).payment_intent;
    const disputed = /^\/v1\/disputes\/(\w+)$/.exec(path)?.[1] ?? '';
    if (state.disputes.has(disputed)) return state.disputes.get(disputed);
    if (method === 'POST' && path === '/v1/payment_intents') return chargeKept(form);
    if (method === 'GET' && path === '/v1/payment_intents') {
      return listOf([...state.intents.values()].filter(isOf(form.get('customer') ?? '')), path);
    }
    const customer = /^\/v1\/customers\/(\w+)$/.exec(path)?.[1];
    if (method === 'DELETE' && customer) {
      state.forgotten.push(customer);
      return { id: customer, object: 'customer', deleted: true };
    }
    const intent = state.intents.get(/^\/v1\/payment_intents\/(\w+)/.exec(path)?.[1] ?? '');
    if (method === 'GET' && intent) return intent;
    if (!id || !state.sessions.has(id)) return fault(404, 'resource_missing');
    if (method === 'GET') return found(id);
    if (found(id).status !== 'open') return fault(400, 'session_not_open');
    return state.expire(id);
  };

  const server = createServer(async (request, response) => {
    const form = new URLSearchParams(await textOf(request));
    const [path = '', query = ''] = (request.url ?? '').split('?');
    if (request.method === 'GET')
      for (const [name, value] of new URLSearchParams(query)) form.set(name, value);
    const key = String(request.headers['idempotency-key'] ?? '');
    const page = /^\/c\/pay\/(\w+)$/.exec(path)?.[1];
    if (page) {
      const setup = state.setups.all.get(page);
      const press = setup ? state.setups.give : state.pay;
      return showPage(response, setup ?? found(page), request.method === 'POST' && press);
    }
    state.asked.push({ method: request.method ?? '', path, form, key });
    if (state.fault === 'silent') return;
    await state.answersAfter;
    if (state.fault === 'down') return send(response, fault(503, 'down'));
    if (request.headers.authorization !== `Bearer ${stripeKeys.secretKey}`) {
      return send(response, fault(401, 'invalid_api_key'));
    }
    const kept = key && state.keys.get(key);
    const said = kept ? JSON.parse(kept) : answer(request.method ?? '', path, form);
    if (key) state.keys.set(key, JSON.stringify(said));
    if (state.fault === 'lost') return void response.destroy();
    send(response, said);
  });
  await new Promise<void>((listening) => server.listen(0, '127.0.0.1', listening));
  const { port } = server.address() as AddressInfo;
  address = `http://127.0.0.1:${port}`;
  return Object.assign(state, {
    url: address,
    stop: async () => {
      server.closeAllConnections();
      await new Promise((closed) => server.close(closed));
    },
  });
}

/** The page of Stripe, as far as a buyer needs it: a button that pays, and the way back without. */
function showPage(
  response: ServerResponse,
  { id, success_url: back, url }: Pick<Session, 'id' | 'success_url' | 'url'>,
  press: ((id: string) => object) | false,
): void {
  if (press) {
    press(id);
    return void response.writeHead(303, { location: back }).end();
  }
  response.writeHead(200, { 'content-type': 'text/html' });
  response.end(
    `<title>Pay</title><form method="post" action="${url}"><button>Pay</button></form><a href="${back}">Back</a>`,
  );
}

const listOf = (data: object[], url: string) => ({ object: 'list', has_more: false, url, data });
const isOf = (customer: string) => (one: Intent) => one.customer === customer;

type Fault = { status: number; error: { type: string; code: string; message: string } };
const fault = (status: number, code: string): Fault => ({
  status,
  error: { type: 'invalid_request_error', code, message: code },
});

function send(response: ServerResponse, said: unknown): void {
  const { status, ...body } = said as Partial<Fault>;
  const isFault = 'error' in body;
  response.writeHead(isFault ? Number(status) : 200, { 'content-type': 'application/json' });
  response.end(JSON.stringify(isFault ? body : said));
}

async function textOf(request: IncomingMessage): Promise<string> {
  const pieces: Buffer[] = [];
  for await (const piece of request) pieces.push(piece as Buffer);
  return Buffer.concat(pieces).toString('utf8');
}
