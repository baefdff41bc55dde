/** The tables that only this area writes. */
export const tables = [
  'product_stocks',
  'shipping_tables',
  'shipping_addresses',
  'shipments',
  'shipment_items',
] as const;
