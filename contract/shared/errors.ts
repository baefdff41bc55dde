import { z } from 'zod';

/**
 * The catalogue of errors: code → HTTP status. Each code has words in every language in
 * `server/platform/http/words`. Areas refuse with these codes and never with sentences.
 */
export const errorStatus = {
  // The request itself
  VALIDATION: 422,
  BAD_REQUEST: 400,
  MALFORMED_JSON: 400,
  UNSUPPORTED_CONTENT_TYPE: 415,
  BODY_TOO_LARGE: 413,
  METHOD_NOT_ALLOWED: 405,
  TOO_MANY_REQUESTS: 429,
  BUSY: 503,
  EXPORT_TOO_LONG: 422,
  SERVER_ERROR: 500,
  SERVER_ERROR_NOT_FOUND: 404,
  // Who is asking
  NOT_LOGGED_IN: 401,
  FORBIDDEN: 403,
  LOGIN_INVALID: 401,
  EMAIL_TAKEN: 409,
  EMAIL_DOMAIN_REFUSED: 422,
  ACTIVATION_INVALID: 410,
  RESET_INVALID: 410,
  PASSWORD_WRONG: 422,
  LAST_ADMIN: 409,
  USER_STATE: 409,
  // Site
  'ADMIN.PAGE.SAVE_ERROR': 500,
  // Images
  IMAGE_FORMAT: 422,
  IMAGE_TOO_LARGE: 413,
  IMAGE_MISSING: 422,
  IMAGE_QUOTA: 429,
  // Uploads
  UPLOAD_LENGTH: 400,
  UPLOAD_TOO_LARGE: 413,
  UPLOAD_OFFSET: 409,
  UPLOAD_GONE: 410,
  UPLOADS_OPEN: 409,
  UPLOAD_QUOTA: 429,
  ASSET_STATE: 409,
  ASSET_IN_USE: 409,
  ASSET_MISSING: 422,
  CAPTIONS_INVALID: 422,
  CAPTIONS_TOO_LARGE: 413,
  CAPTIONS_TOO_MANY: 409,
  // Channels
  NO_CHANNEL: 409,
  NO_APPROVED_CHANNEL: 409,
  CHANNEL_STATE: 409,
  CHANNEL_INCOMPLETE: 422,
  // Subscriptions
  SUBSCRIPTIONS_OFF: 409,
  SUBSCRIPTION_STATE: 409,
  ALREADY_SUBSCRIBED: 409,
  OWN_CHANNEL: 409,
  PAID_CONTENT_OFF: 409,
  // Products
  PRODUCT_STATE: 409,
  PRODUCT_LOCKED: 409,
  PRODUCT_INCOMPLETE: 422,
  SESSION_LOCKED: 409,
  SESSION_CANCELLED: 409,
  SESSION_ENDED: 409,
  SESSION_ON_AIR: 409,
  SESSION_TIME_INVALID: 422,
  SOURCE_LOCKED: 409,
  RECORDING_MISSING: 422,
  // Buying
  PRODUCT_NOT_FOR_SALE: 409,
  SOLD_OUT: 409,
  ALREADY_OWNED: 409,
  PART_OWNED: 409,
  PRICE_CHANGED: 409,
  RATE_MISSING: 409,
  TERMS_NOT_ACCEPTED: 422,
  COUPON_INVALID: 422,
  COUPON_USED: 409,
  COUPON_UNKNOWN: 404,
  COUPON_STATE: 409,
  ORDER_STATE: 409,
  IDEMPOTENCY_KEY_MISSING: 400,
  IDEMPOTENCY_KEY_REUSED: 422,
  PAYMENT_ERROR: 502,
  PAYMENT_SIGNATURE: 400,
  CALLBACK_INVALID: 400,
  EVENT_STATE: 409,
  REFUND_STATE: 409,
  // Leads and lines
  SEATS_LEFT: 409,
  PLACE_STATE: 409,
  LEAD_STATE: 409,
  // Affiliates
  AFFILIATE_CODE_TAKEN: 409,
  AFFILIATE_STATE: 409,
  // Refunds
  REFUND_DISPUTED: 409,
  REFUND_ASKED: 409,
  REFUND_GIFT_TAKEN: 409,
  REFUND_REQUEST_STATE: 409,
  // Giving
  GIFT_STATE: 409,
  GIFT_EXPIRED: 410,
  // Sending things
  STOCK_CHANGED: 409,
  SHIPPING_UNAVAILABLE: 409,
  SHIPMENT_STATE: 409,
  // Paying organizers
  PAYOUT_RUN_OPEN: 409,
  PAYOUT_NOTHING_DUE: 409,
  PAYOUT_RUN_STATE: 409,
  PAYOUT_RUN_STALE: 409,
  PAYOUT_STATE: 409,
  PAYOUT_FAULTY: 409,
  PAYOUT_ACCOUNT_MISSING: 409,
  // Organizing
  FIRST_STEPS_OPEN: 409,
  // Rehearsing
  REHEARSAL_LIMIT: 409,
  REHEARSAL_FULL: 409,
  REHEARSAL_REMOVED: 403,
  // Watching
  TOO_MANY_VIEWS: 409,
  PLAYBACK_ENDED: 410,
  API_KEY_INVALID: 401,
  MEDIA_LINK_EXPIRED: 403,
  BROADCAST_STATE: 409,
  RECORDING_STATE: 409,
  RECORDING_TOO_SHORT: 422,
  OUTPUT_LIMIT: 409,
  OUTPUT_ADDRESS_INVALID: 422,
  OUTPUT_ADDRESS_REFUSED: 422,
  // Integrating
  WEBHOOK_ADDRESS_REFUSED: 422,
  WEBHOOK_LIMIT: 409,
  WEBHOOK_STATE: 409,
  API_KEY_LIMIT: 409,
  API_KEY_SCOPE: 403,
  // Chat
  CHAT_DISABLED: 403,
  CHAT_TOO_FAST: 429,
  CHAT_MUTED: 403,
  CHAT_BANNED: 403,
  CHAT_STATE: 409,
} as const satisfies Record<string, number>;

export type ErrorCode = keyof typeof errorStatus;
export const errorCodes = Object.keys(errorStatus) as ErrorCode[];

/** What a field can be wrong with; the words stand beside those of the codes. */
export const fieldFaults = [
  'required',
  'invalid',
  'too_short',
  'too_long',
  'too_small',
  'too_big',
  'not_a_number',
  'not_an_email',
  'not_a_phone',
  'not_a_url',
  'not_a_code',
  'not_a_domain',
  'above_price',
  'tax_id',
  'mismatch',
  'password_weak',
  'password_common',
  'must_accept',
  'time_missing',
  'time_past',
  'time_taken',
  'end_before_start',
  'after_end',
  'begins_twice',
  'not_rates',
  'rates_old',
  'rate_leaps',
  'no_operator',
  'rate_missing',
  'unknown',
] as const;
export type FieldFault = (typeof fieldFaults)[number];

/** One wrong field: which fault, and the sentence in the reader's language. */
export const FieldError = z.object({ fault: z.enum(fieldFaults), message: z.string() });

/** The only shape in which an error leaves the server. */
export const ErrorAnswer = z.object({
  code: z.string(),
  message: z.string(),
  fields: z.record(z.string(), FieldError).optional(),
  requestId: z.string(),
});
export type ErrorAnswer = z.infer<typeof ErrorAnswer>;
