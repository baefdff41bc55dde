/** The tables that only this area writes. */
export const tables = [
  'fee_plans',
  'fee_fixed_amounts',
  'payments',
  'provider_events',
  'provider_event_replays',
  'disputes',
  'sandbox_charges',
  'sandbox_refunds',
  'ledger_entries',
  'invoice_series',
  'invoices',
  'letterheads',
  'media_pay',
  'redsys_refunds',
  'invoice_chains',
  'invoice_records',
] as const;
