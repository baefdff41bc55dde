/** The tables that only this area writes. The outbox `mails` is written by `platform/mail`. */
export const tables = ['notifications', 'push_subscriptions'] as const;
