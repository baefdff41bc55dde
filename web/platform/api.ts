import type { AnswerOf, CallOf, Endpoint } from '#contract/endpoint.ts';
import { addressOf } from '#web/platform/address.ts';
import { tellLoggedOut } from '#web/platform/log-out-event.ts';
import { sessionUser, signOut } from '#web/platform/session.ts';

/** Any endpoint, whatever it takes. */
export type AnyEndpoint = Endpoint<any, any, any, any>;
type Given<E> =
  Record<never, never> extends CallOf<E>
    ? [given?: CallOf<E> & CallOptions]
    : [given: CallOf<E> & CallOptions];
type CallOptions = {
  idempotencyKey?: string;
  signal?: AbortSignal;
  /** The browser sends it also when the page is going. */
  keepalive?: boolean;
};
export type FieldErrors = Record<string, string>;

/** A refusal of the server, or `NETWORK` when it could not be reached (status 0). */
export class ApiError extends Error {
  readonly status: number;
  readonly code: string;
  /** Path of the field → sentence in the reader's language. */
  readonly fields: FieldErrors;
  readonly requestId: string;

  constructor(status: number, answer: unknown) {
    const given = (answer ?? {}) as Partial<ApiError> & { fields?: Record<string, unknown> };
    super(given.message ?? '');
    this.name = 'ApiError';
    this.status = status;
    this.code = given.code ?? (status ? 'SERVER_ERROR' : 'NETWORK');
    this.fields = sentencesOf(given.fields ?? {});
    this.requestId = given.requestId ?? '';
  }
}

const sentencesOf = (fields: Record<string, unknown>): FieldErrors =>
  Object.fromEntries(
    Object.entries(fields).map(([path, error]) => [
      path,
      typeof error === 'string' ? error : String((error as { message?: string }).message ?? ''),
    ]),
  );

/**
 * Calls an endpoint with the session's token and returns its answer.
 * Throws ApiError; an answer that says the session is over also forgets it and opens log-in.
 */
export async function api<E extends AnyEndpoint>(
  endpoint: E,
  ...[given]: Given<E>
): Promise<AnswerOf<E>> {
  const call = (given ?? {}) as CallOptions & { params?: unknown; query?: unknown; body?: unknown };
  const hasBody = call.body !== undefined;
  const response = await fetch(addressOf(endpoint, call), {
    method: endpoint.method,
    headers: {
      ...headersOf(call.idempotencyKey),
      ...(hasBody ? { 'Content-Type': 'application/json' } : {}),
    },
    body: hasBody ? JSON.stringify(call.body) : undefined,
    signal: call.signal,
    keepalive: call.keepalive,
    credentials: 'omit',
  }).catch((error: unknown) => {
    if (call.signal?.aborted) throw error;
    throw new ApiError(0, null);
  });
  return finished(response.status, await bodyOf(response)) as AnswerOf<E>;
}

type UploadCall = {
  params?: unknown;
  query?: unknown;
  file: Blob;
  onProgress?: (share: number) => void;
  signal?: AbortSignal;
};

/**
 * Sends one file to an upload endpoint; `onProgress` is told the share sent, from 0 to 1. Called
 * back by `signal`, it throws the signal's reason.
 */
export function upload<E extends AnyEndpoint>(endpoint: E, call: UploadCall): Promise<AnswerOf<E>> {
  return new Promise((resolve, reject) => {
    call.signal?.throwIfAborted();
    const request = new XMLHttpRequest();
    request.open(endpoint.method, addressOf(endpoint, call));
    for (const [name, value] of Object.entries(headersOf())) request.setRequestHeader(name, value);
    request.upload.onprogress = (event) => call.onProgress?.(event.loaded / (event.total || 1));
    request.onerror = () => reject(new ApiError(0, null));
    // Without a signal it was the browser, on its way to another page.
    request.onabort = () => reject(call.signal?.reason ?? new ApiError(0, null));
    call.signal?.addEventListener('abort', () => request.abort(), { once: true });
    request.onload = () => {
      try {
        resolve(finished(request.status, parsed(request.responseText)) as AnswerOf<E>);
      } catch (error) {
        reject(error);
      }
    };
    const form = new FormData();
    form.append('file', call.file);
    request.send(form);
  });
}

/**
 * Fetches a file endpoint with the session's token and hands it to the browser as a download, by
 * the name that the server gives unless another is told.
 */
export async function download<E extends AnyEndpoint>(
  endpoint: E,
  call: { params?: unknown; query?: unknown; fileName?: string },
): Promise<void> {
  const response = await fetch(addressOf(endpoint, call), {
    headers: headersOf(),
    credentials: 'omit',
  }).catch(() => {
    throw new ApiError(0, null);
  });
  if (!response.ok) finished(response.status, await bodyOf(response));
  const given = /filename="([^"]+)"/.exec(response.headers.get('content-disposition') ?? '')?.[1];
  // A file that is cut off half-way is none.
  const file = await response.blob().catch(() => {
    throw new ApiError(0, null);
  });
  handOver(file, call.fileName ?? given ?? '');
}

/** Hands a file to the browser as a download. */
export function handOver(file: Blob, name: string): void {
  const address = URL.createObjectURL(file);
  const link = Object.assign(document.createElement('a'), { href: address, download: name });
  link.click();
  // The browser reads the file after the click has returned; on a slow one, well after.
  setTimeout(() => URL.revokeObjectURL(address), 60_000);
}

function headersOf(idempotencyKey?: string): Record<string, string> {
  const token = sessionUser()?.authToken;
  return {
    Accept: 'application/json',
    'Accept-Language': document.documentElement.lang,
    ...(token ? { Authorization: `Bearer ${token}` } : {}),
    ...(idempotencyKey ? { 'Idempotency-Key': idempotencyKey } : {}),
  };
}

const bodyOf = async (response: Response) => parsed(await response.text());

function parsed(text: string): unknown {
  try {
    return text ? JSON.parse(text) : null;
  } catch {
    return null;
  }
}

function finished(status: number, answer: unknown): unknown {
  if (status >= 200 && status < 300) return answer;
  const error = new ApiError(status, answer);
  if (sessionUser() && endsSession(error)) {
    signOut();
    tellLoggedOut();
  }
  throw error;
}

/** A missing ticket or a muted chat is also a 403, but says nothing about the session. */
const endsSession = ({ status, code }: ApiError) =>
  (status === 401 && code !== 'LOGIN_INVALID') || (status === 403 && code === 'FORBIDDEN');
