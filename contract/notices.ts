import { z } from 'zod';
import { endpoint } from './endpoint.ts';
import { ExportChoice } from './shared/export.ts';
import { Id } from './shared/ids.ts';
import { Language } from './shared/languages.ts';
import { PageQuery, pageOf } from './shared/page.ts';
import { Line } from './shared/text.ts';
import { CalendarDay, Instant } from './shared/time.ts';

/** Where the notifications service is, and the public key that its callers send as `x-api-key`. */
export const NoticesAccess = z.object({ path: z.string(), apiKey: z.string() });
export type NoticesAccess = z.infer<typeof NoticesAccess>;

/** How a pop-up looks. */
export const NoticeVariant = z.enum(['success', 'warning', 'error']);
export type NoticeVariant = z.infer<typeof NoticeVariant>;

/** What a system message carries: a pop-up to show, or word that the home content has changed. */
export const SystemPayload = z.object({
  type: z.enum(['message', 'refresh']),
  message: z.string(),
  notificationType: NoticeVariant,
});
export type SystemPayload = z.infer<typeof SystemPayload>;

export const mailStates = ['queued', 'sent', 'kept', 'failed'] as const;
export const MailState = z.enum(mailStates);
export type MailState = z.infer<typeof MailState>;

/**
 * Why a letter did not leave: nobody has that address, their box is full, their server wants none of it,
 * ours or theirs did not answer; `other` is what nobody has seen yet.
 */
export const mailFaults = ['address', 'full', 'refused', 'server', 'other'] as const;
export const MailFault = z.enum(mailFaults);
export type MailFault = z.infer<typeof MailFault>;

/** The kinds of mail that have words on screens and in files; a newer one is called by its own name. */
export const wordedMailKinds = [
  'activation',
  'recovery',
  'account-welcome',
  'account-welcomeOrganizer',
  'account-passwordChanged',
  'account-approved',
  'account-artistValidated',
  'account-artistRefused',
  'channel-published',
  'channel-sent-back',
  'channel-banned',
  'order-paid',
  'order-refunded',
  'refund-asked',
  'refund-refused',
  'session-cancelled',
  'subscription-begun',
  'subscription-renewed',
  'subscription-renewal',
  'subscription-due',
  'subscription-failed',
  'subscription-confirm',
  'subscription-price',
  'subscription-same',
  'subscription-cancelled',
  'subscription-ended',
  'gift-arrived',
  'gift-reminder',
  'gift-accepted',
  'gift-unaccepted',
  'gift-owned',
  'payout-paid',
  'payout-returned',
  'payout-waits',
  'payout-held',
  'lead-confirm',
  'lead-opened',
  'lead-unfinished-1',
  'lead-unfinished-2',
  'lead-unfinished-3',
  'seat-offered',
  'shipment-sent',
  'webhook-ended',
  'reminder-day',
  'reminder-hour',
  'reminder-now',
] as const;
export type WordedMailKind = (typeof wordedMailKinds)[number];
export const isWordedMailKind = (kind: string): kind is WordedMailKind =>
  wordedMailKinds.includes(kind as WordedMailKind);

/** A search for mails covers less than three months; without days, the last thirty. */
export const MailQuery = PageQuery.extend({
  from: CalendarDay.optional(),
  to: CalendarDay.optional(),
  state: MailState.optional(),
  kind: Line(60).optional(),
  sort: z.enum(['createdAt', '-createdAt']).default('-createdAt'),
});
export type MailQuery = z.infer<typeof MailQuery>;

export const MailRow = z.object({
  id: Id,
  recipient: z.string(),
  kind: z.string(),
  subject: z.string(),
  language: Language,
  state: MailState,
  createdAt: Instant,
  sentAt: Instant.nullable(),
});
export type MailRow = z.infer<typeof MailRow>;

export const Mail = MailRow.extend({
  html: z.string(),
  text: z.string(),
  attempts: z.number().int(),
  lastError: z.string().nullable(),
  attachments: z.array(z.object({ name: z.string(), type: z.string() })),
});
export type Mail = z.infer<typeof Mail>;

/** What a browser gives when it lets us send it messages. */
export const PushSubscriptionForm = z
  .object({
    endpoint: z.string().max(1000),
    keys: z.object({ p256dh: z.string().max(200), auth: z.string().max(100) }),
  })
  .strict();
export type PushSubscriptionForm = z.infer<typeof PushSubscriptionForm>;

export const noticesContract = {
  getPushKey: endpoint({
    method: 'GET',
    path: '/api/notices/push-key',
    who: 'public',
    summary: 'The public key by which push services know this installation (VAPID)',
    answer: z.object({ publicKey: z.string() }),
  }),
  subscribeToPush: endpoint({
    method: 'PUT',
    path: '/api/me/push-subscription',
    who: 'user',
    summary: 'Send what one is told to this browser too; it ends with the log-in that asks',
    body: PushSubscriptionForm,
    answer: z.undefined(),
    status: 204,
    perMinute: 30,
  }),
  unsubscribeFromPush: endpoint({
    method: 'DELETE',
    path: '/api/me/push-subscription',
    who: 'user',
    summary: 'Send nothing to this browser any more',
    query: z.object({ endpoint: Line(1000) }),
    answer: z.undefined(),
    status: 204,
  }),
  getAccess: endpoint({
    method: 'GET',
    path: '/api/notices/access',
    who: 'public',
    summary: 'Address and public key of the notifications service (GraphQL)',
    answer: NoticesAccess,
  }),
  listMails: endpoint({
    method: 'GET',
    path: '/api/manage/mails',
    who: 'admin',
    summary: 'Mails written by the site, newest first; the search covers less than three months',
    query: MailQuery,
    answer: pageOf(MailRow).extend({
      from: CalendarDay,
      to: CalendarDay,
      kinds: z.array(z.string()),
    }),
  }),
  exportMails: endpoint({
    method: 'GET',
    path: '/api/manage/exports/mails',
    who: 'admin',
    summary: 'The whole list of mails that matches, as CSV or XLSX',
    query: MailQuery.omit({ page: true, size: true }).extend(ExportChoice.shape),
    answer: z.unknown(),
    file: 'text/csv',
    errors: ['EXPORT_TOO_LONG', 'BUSY'],
    perMinute: 30,
  }),
  getMail: endpoint({
    method: 'GET',
    path: '/api/manage/mails/:id',
    who: 'admin',
    summary: 'One mail as it was written',
    params: z.object({ id: Id }),
    answer: Mail,
    errors: ['SERVER_ERROR_NOT_FOUND'],
  }),
  getMailAttachment: endpoint({
    method: 'GET',
    path: '/api/manage/mails/:id/attachments/:position',
    who: 'admin',
    summary: 'A file that went with a mail; `position` counts from 0',
    params: z.object({ id: Id, position: z.coerce.number().int().min(0).max(50) }),
    file: 'application/octet-stream',
    answer: z.unknown(),
    errors: ['SERVER_ERROR_NOT_FOUND'],
  }),
};
