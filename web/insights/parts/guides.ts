export const guides = ['obs', 'prices', 'codes', 'show'] as const;
export type Guide = (typeof guides)[number];

/** The sections of each guide; their headings and texts are in the catalogues. */
export const paragraphsOf = {
  obs: ['connect', 'video', 'sound', 'test', 'spare'],
  prices: ['price', 'tax', 'fee', 'offer', 'paid'],
  codes: ['coupon', 'hand', 'private', 'watch'],
  show: ['before', 'hour', 'during', 'end', 'wrong'],
} as const satisfies Record<Guide, readonly string[]>;
