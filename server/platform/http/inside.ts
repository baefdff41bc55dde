import { randomBytes } from 'node:crypto';
import type { FastifyInstance, FastifyRequest } from 'fastify';
import type { Language } from '#contract/shared/languages.ts';
import { sameSecret } from '../secrets.ts';

/** What marks a call from inside; it is made at the start and never leaves the process. */
const header = 'x-platea-inside';
const secret = randomBytes(32).toString('base64url');

export type InsideCall = {
  method: string;
  url: string;
  body?: unknown;
  language: Language;
  /** The address for which the page is made, for the log. */
  visitor: string;
};

/** An endpoint called without leaving the process, as a stranger. */
export async function callInside(
  app: FastifyInstance,
  { method, url, body, language, visitor }: InsideCall,
): Promise<{ status: number; answer: unknown }> {
  const response = await app.inject({
    method: method as 'GET',
    url,
    payload: body as object | undefined,
    remoteAddress: visitor,
    headers: { 'accept-language': language, accept: 'application/json', [header]: secret },
  });
  return { status: response.statusCode, answer: JSON.parse(response.payload || 'null') };
}

/** Was this call made by `callInside`? Whoever asked for the page was counted when they asked. */
export function isInside(request: FastifyRequest): boolean {
  const given = request.headers[header];
  return typeof given === 'string' && sameSecret(given, secret);
}
