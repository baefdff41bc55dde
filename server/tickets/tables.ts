/** The tables that only this area writes. */
export const tables = ['tickets', 'coupons', 'coupon_codes', 'reminders'] as const;
