import { type ErrorCode, errorStatus, type FieldFault } from '#contract/shared/errors.ts';

export type FieldFaults = Record<string, FieldFault>;

/** `cause`: what went wrong behind a refusal of 5xx; it stays in the log. */
type More = { fields?: FieldFaults; values?: Record<string, string | number>; cause?: unknown };

/** A refusal of the catalogue: reaches the caller as `{ code, message, fields?, requestId }`. */
export class Refusal extends Error {
  readonly code: ErrorCode;
  readonly status: number;
  readonly fields: FieldFaults | undefined;
  /** Values for the sentence, such as the seconds to wait. */
  readonly values: Record<string, string | number>;

  constructor(code: ErrorCode, more: More = {}) {
    super(code, { cause: more.cause });
    this.code = code;
    this.status = errorStatus[code];
    this.fields = more.fields;
    this.values = more.values ?? {};
  }
}

/** Stops what is being done with a refusal of the catalogue. Never returns. */
export function refuse(code: ErrorCode, more: More = {}): never {
  throw new Refusal(code, more);
}

/** `value`, or the refusal when there is none. */
export function orRefuse<T>(
  value: T | null | undefined,
  code: ErrorCode = 'SERVER_ERROR_NOT_FOUND',
): T {
  return value ?? refuse(code);
}
