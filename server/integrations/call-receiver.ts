import { type IncomingMessage, request as requestPlain } from 'node:http';
import { request as requestSecure } from 'node:https';
import type { TryFault } from '#contract/integrations.ts';
import { ClosedNetwork, openLookup } from '#server/platform/open-lookup.ts';
import { openFor, reach, readReceiver } from './receiver-address.ts';
import type { Tried } from './webhooks.rules.ts';

/** Of an answer no more is read. */
const answerBytes = 1024;

export type Answered = Tried & { answer: string };
type Called = { url: string; headers: Record<string, string>; body: string };

/**
 * Posts a message to a receiver and says what came of it; never throws. The address is judged again, as
 * it is written and as its name leads now; no redirect is followed, and within 15 s it is over.
 */
export async function callReceiver(called: Called): Promise<Answered> {
  const url = readReceiver(called.url);
  if (!url) return nothing('address');
  const patience = reach().patience();
  try {
    return await post(url, called, patience);
  } catch (error) {
    return nothing(patience.aborted ? 'timeout' : faultOf(error));
  }
}

const nothing = (fault: TryFault): Answered => ({ status: null, fault, answer: '' });

function faultOf(error: unknown): TryFault {
  if (error instanceof ClosedNetwork) return 'address';
  const { code = '' } = error as { code?: string };
  const ofTls = /^(ERR_TLS|CERT|UNABLE_TO_|DEPTH_ZERO|SELF_SIGNED|ERR_SSL|EPROTO)/;
  return ofTls.test(code) ? 'certificate' : 'connection';
}

function post(url: URL, { headers, body }: Called, signal: AbortSignal): Promise<Answered> {
  const request = url.protocol === 'https:' ? requestSecure : requestPlain;
  const content = Buffer.from(body);
  const lookup = openLookup({ resolve: reach().resolve, isOpen: openFor(url) });
  return new Promise((done, fail) => {
    const call = request(
      url,
      {
        method: 'POST',
        headers: { ...headers, 'content-length': content.length },
        ...{ lookup, agent: false, signal },
      },
      (answer) => readStart(answer).then((text) => done(answered(answer, text)), fail),
    );
    call.on('error', fail);
    call.end(content);
  });
}

function answered({ statusCode }: IncomingMessage, answer: string): Answered {
  const status = statusCode ?? null;
  const isElsewhere = status !== null && status >= 300 && status < 400;
  return { status, fault: isElsewhere ? 'redirect' : null, answer };
}

/** The first kilobyte of an answer, as text that a database takes; what comes after it is not awaited. */
async function readStart(answer: IncomingMessage): Promise<string> {
  const read: Buffer[] = [];
  let length = 0;
  for await (const part of answer as AsyncIterable<Buffer>) {
    read.push(part);
    length += part.length;
    if (length >= answerBytes) break;
  }
  const text = Buffer.concat(read).subarray(0, answerBytes).toString('utf8');
  return text.replaceAll('\0', '');
}
