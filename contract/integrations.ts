import { z } from 'zod';
import { endpoint } from './endpoint.ts';
import { Id, IdParams } from './shared/ids.ts';
import { PageQuery, pageOf } from './shared/page.ts';
import { Line } from './shared/text.ts';
import { Instant } from './shared/time.ts';

/** What others can be told of, and what the body of each carries beside type and time: ids. */
export const eventTypes = [
  'order.paid',
  'order.refunded',
  'ticket.granted',
  'ticket.ended',
  'payout.paid',
  'payout.returned',
  'channel.published',
  'product.published',
  'product.withdrawn',
  'session.cancelled',
  'broadcast.started',
  'broadcast.ended',
  'recording.ready',
] as const;
export const EventType = z.enum(eventTypes);
export type EventType = z.infer<typeof EventType>;
/** Sent on request alone, to one receiver. */
export const testEvent = 'test.sent';
const SentType = z.enum([...eventTypes, testEvent]);
export type SentType = z.infer<typeof SentType>;

/** `off`: by its keeper · `gone`: it answered 410 · `silent`: nothing arrived for three days. */
export const WebhookState = z.enum(['on', 'off', 'gone', 'silent']);
export type WebhookState = z.infer<typeof WebhookState>;

export const DeliveryState = z.enum(['waiting', 'delivered', 'failed']);
export type DeliveryState = z.infer<typeof DeliveryState>;

/** Why a try did not arrive, where no status says it. */
export const tryFaults = ['timeout', 'address', 'connection', 'certificate', 'redirect'] as const;
export const TryFault = z.enum(tryFaults);
export type TryFault = z.infer<typeof TryFault>;

export const integrationLimits = { webhooks: 20, keys: 20, domains: 20, url: 500 } as const;

export const WebhookForm = z.strictObject({
  url: z.string().trim().min(1).max(integrationLimits.url),
  description: Line(200).default(''),
  types: z.array(EventType).min(1).max(eventTypes.length),
});
export type WebhookForm = z.infer<typeof WebhookForm>;

export const Webhook = z.object({
  id: Id,
  url: z.string(),
  description: z.string(),
  types: z.array(EventType),
  state: WebhookState,
  /** Since when nothing has arrived; null: the last one did. */
  failingSince: Instant.nullable(),
  /** Until when the secret before this one signs too. */
  oldSecretUntil: Instant.nullable(),
  createdAt: Instant,
  /** How the last thirty days went. */
  deliveries: z.object({
    delivered: z.number().int(),
    failed: z.number().int(),
    waiting: z.number().int(),
  }),
  can: z.object({
    edit: z.boolean(),
    enable: z.boolean(),
    disable: z.boolean(),
    test: z.boolean(),
    rotate: z.boolean(),
    delete: z.boolean(),
  }),
});
export type Webhook = z.infer<typeof Webhook>;

const Webhooks = z.object({ items: z.array(Webhook), can: z.object({ create: z.boolean() }) });
/** The secret is in this answer and in no other. */
const WebhookSecret = z.object({ webhook: Webhook, secret: z.string() });
export type WebhookSecret = z.infer<typeof WebhookSecret>;

export const Delivery = z.object({
  id: Id,
  /** What the receiver reads as `webhook-id`: the same at each try. */
  messageId: z.string(),
  type: SentType,
  state: DeliveryState,
  createdAt: Instant,
  tries: z.number().int(),
  /** The status of the last try; null when it had none. */
  status: z.number().int().nullable(),
  fault: TryFault.nullable(),
  nextAt: Instant.nullable(),
  can: z.object({ resend: z.boolean() }),
});
export type Delivery = z.infer<typeof Delivery>;

export const DeliveryTry = z.object({
  number: z.number().int(),
  at: Instant,
  status: z.number().int().nullable(),
  fault: TryFault.nullable(),
  /** The first kilobyte of what was answered. */
  answer: z.string(),
  tookMs: z.number().int(),
});
export type DeliveryTry = z.infer<typeof DeliveryTry>;

const DeliveryDetail = Delivery.extend({ body: z.string(), history: z.array(DeliveryTry) });
export type DeliveryDetail = z.infer<typeof DeliveryDetail>;

const lost = 'SERVER_ERROR_NOT_FOUND';
const addressFaults = ['WEBHOOK_ADDRESS_REFUSED'] as const;
const DeliveryParams = z.object({ id: Id, deliveryId: Id });
type Root = 'desk' | 'manage';

/** Keeping receivers: an organizer's, or those of the whole site. The same, at two addresses. */
const keepingBelow = <R extends Root>(root: R, who: 'producer' | 'admin') => ({
  list: endpoint({
    method: 'GET',
    path: `/api/${root}/webhooks`,
    who,
    summary: 'The receivers of events, newest first',
    answer: Webhooks,
  }),
  create: endpoint({
    method: 'POST',
    path: `/api/${root}/webhooks`,
    who,
    summary: 'Add a receiver; the answer shows its secret, once',
    body: WebhookForm,
    answer: WebhookSecret,
    status: 201,
    errors: [...addressFaults, 'WEBHOOK_LIMIT'],
    perMinute: 30,
  }),
  change: endpoint({
    method: 'PATCH',
    path: `/api/${root}/webhooks/:id`,
    who,
    summary: 'Change a receiver, or switch it on or off',
    params: IdParams,
    body: WebhookForm.extend({ description: Line(200), on: z.boolean() }).partial(),
    answer: Webhook,
    errors: [lost, ...addressFaults, 'WEBHOOK_STATE'],
    perMinute: 60,
  }),
  remove: endpoint({
    method: 'DELETE',
    path: `/api/${root}/webhooks/:id`,
    who,
    summary: 'Delete a receiver with its log',
    params: IdParams,
    answer: z.undefined(),
    status: 204,
    errors: [lost],
  }),
  rotate: endpoint({
    method: 'POST',
    path: `/api/${root}/webhooks/:id/secret`,
    who,
    summary: 'A new secret, shown once; the one before signs too for 24 hours',
    params: IdParams,
    answer: WebhookSecret,
    errors: [lost],
    perMinute: 10,
  }),
});

/** Sending to them, and what became of it. */
const sendingBelow = <R extends Root>(root: R, who: 'producer' | 'admin') => ({
  test: endpoint({
    method: 'POST',
    path: `/api/${root}/webhooks/:id/test`,
    who,
    summary: 'Send a test event; it is tried once',
    params: IdParams,
    answer: Delivery,
    status: 202,
    errors: [lost, 'WEBHOOK_STATE'],
    perMinute: 20,
  }),
  log: endpoint({
    method: 'GET',
    path: `/api/${root}/webhooks/:id/deliveries`,
    who,
    summary: 'What was sent to a receiver in the last thirty days, newest first',
    params: IdParams,
    query: PageQuery.omit({ q: true }).extend({ state: DeliveryState.optional() }),
    answer: pageOf(Delivery),
    errors: [lost],
  }),
  detail: endpoint({
    method: 'GET',
    path: `/api/${root}/webhooks/:id/deliveries/:deliveryId`,
    who,
    summary: 'One delivery with its body and its tries',
    params: DeliveryParams,
    answer: DeliveryDetail,
    errors: [lost],
  }),
  resend: endpoint({
    method: 'POST',
    path: `/api/${root}/webhooks/:id/deliveries/:deliveryId/resend`,
    who,
    summary: 'Send the same message once more, under the same webhook-id',
    params: DeliveryParams,
    answer: Delivery,
    status: 202,
    errors: [lost, 'WEBHOOK_STATE'],
    perMinute: 30,
  }),
});

export const ownWebhooks = {
  ...keepingBelow('desk', 'producer'),
  ...sendingBelow('desk', 'producer'),
};
export const siteWebhooks = {
  ...keepingBelow('manage', 'admin'),
  ...sendingBelow('manage', 'admin'),
};
export type WebhookEndpoints = typeof ownWebhooks | typeof siteWebhooks;

/** A receiver as administrators see how it does: of its address only whose machine it is. */
export const WebhookHealth = z.object({
  id: Id,
  host: z.string(),
  /** Whose it is; '' for the site's own. */
  owner: z.string(),
  state: WebhookState,
  failingSince: Instant.nullable(),
  deliveries: Webhook.shape.deliveries,
});
export type WebhookHealth = z.infer<typeof WebhookHealth>;

/** Receivers of webhooks, an organizer's own and the site's. */
export const integrationsContract = {
  listWebhooks: ownWebhooks.list,
  createWebhook: ownWebhooks.create,
  changeWebhook: ownWebhooks.change,
  deleteWebhook: ownWebhooks.remove,
  rotateWebhookSecret: ownWebhooks.rotate,
  testWebhook: ownWebhooks.test,
  listDeliveries: ownWebhooks.log,
  getDelivery: ownWebhooks.detail,
  resendDelivery: ownWebhooks.resend,
  listSiteWebhooks: siteWebhooks.list,
  createSiteWebhook: siteWebhooks.create,
  changeSiteWebhook: siteWebhooks.change,
  deleteSiteWebhook: siteWebhooks.remove,
  rotateSiteWebhookSecret: siteWebhooks.rotate,
  testSiteWebhook: siteWebhooks.test,
  listSiteDeliveries: siteWebhooks.log,
  getSiteDelivery: siteWebhooks.detail,
  resendSiteDelivery: siteWebhooks.resend,
  listWebhookHealth: endpoint({
    method: 'GET',
    path: '/api/manage/webhook-health',
    who: 'admin',
    summary: 'How all receivers do, those of organizers included; the failing ones first',
    query: PageQuery.omit({ q: true }),
    answer: pageOf(WebhookHealth),
  }),
};
