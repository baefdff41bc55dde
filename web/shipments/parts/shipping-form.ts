import type { ShippingForm, ShippingZone, ZoneKind } from '#contract/shipping.ts';

/** An emptied amount is null while it is typed. */
export type ZoneValues = Omit<ShippingZone, 'perOrder' | 'perItem'> & {
  perOrder: number | null;
  perItem: number | null;
};
export type ShippingValues = Omit<ShippingForm, 'taxRate' | 'zones'> & {
  taxPercent: number | null;
  zones: ZoneValues[];
};

/** What the screen edits, from what the server says: a rate is typed in percent. */
export const valuesOf = ({ taxRate, ...form }: ShippingForm): ShippingValues => ({
  ...form,
  taxPercent: taxRate / 100,
});

/** What is sent, from what the screen edits. */
export const formFrom = ({ taxPercent, zones, ...form }: ShippingValues): ShippingForm => ({
  ...form,
  taxRate: Math.round((taxPercent ?? 0) * 100),
  zones: zones.map((zone) => ({
    ...zone,
    countries: zone.kind === 'list' ? zone.countries : [],
    name: zone.kind === 'list' ? zone.name : '',
    perOrder: zone.perOrder ?? 0,
    perItem: zone.perItem ?? 0,
    freeFrom: zone.freeFrom || null,
  })),
});

export const newZone = (kind: ZoneKind): ZoneValues => ({
  ...{ kind, name: '', countries: [], sends: true },
  ...{ perOrder: null, perItem: 0, freeFrom: null },
});
