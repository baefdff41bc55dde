/** The tables that only this area writes. */
export const tables = [
  'subscriptions',
  'subscription_periods',
  'subscription_marks',
  'site_marks',
] as const;
