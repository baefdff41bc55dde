/** The tables that only this area writes. */
export const tables = [
  'webhook_endpoints',
  'webhook_messages',
  'webhook_deliveries',
  'webhook_tries',
  'api_keys',
  'api_key_acts',
  'widget_domains',
] as const;
