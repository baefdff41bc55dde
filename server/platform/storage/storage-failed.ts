/**
 * Storage did not do what it was asked: it is away, too slow, or refuses us. The request may be made
 * again. `reason` is what it answered (`AccessDenied`, `ECONNREFUSED`), `status` its HTTP status.
 */
export class StorageFailed extends Error {
  override readonly name = 'StorageFailed';
  readonly reason: string;
  readonly status: number | null;

  constructor(work: string, cause: unknown) {
    const { name, code, message, $metadata } = cause as {
      name?: string;
      code?: string;
      message?: string;
      $metadata?: { httpStatusCode?: number };
    };
    const reason = (typeof code === 'string' ? code : name) ?? 'unknown';
    super(`storage cannot ${work}: ${reason}${message ? ` (${message})` : ''}`, { cause });
    this.reason = reason;
    this.status = $metadata?.httpStatusCode ?? null;
  }
}

export class TooSlow extends Error {
  override readonly name = 'TimeoutError';

  constructor(limitMs: number) {
    super(`no answer within ${limitMs} ms`);
  }
}
