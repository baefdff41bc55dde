import type { Language } from '#contract/shared/languages.ts';
import type { Actor, Identify } from '#server/platform/http/actor.ts';
import { isApiKey } from '../access.ts';

/** Who speaks GraphQL with us, over HTTP or over a socket. */
export type Asking = {
  keyIsGood: boolean;
  language: Language;
  /** Over a socket an operation may last. */
  socket: boolean;
  /** The person of the token as of now: a stopped log-in answers null some seconds later. */
  whoAsks: () => Promise<Actor | null>;
};

export type Credentials = { apiKey: unknown; authorization: unknown };
type Surroundings = { language: Language; identify: Identify; socket: boolean };

/** What a request or a connection brings, made into who is asking. */
export function askingOf(
  { apiKey, authorization }: Credentials,
  { language, identify, socket }: Surroundings,
): Asking {
  const header = typeof authorization === 'string' ? authorization : '';
  const token = /^Bearer ([\w-]{20,200})$/i.exec(header)?.[1];
  return {
    keyIsGood: isApiKey(apiKey),
    language,
    socket,
    whoAsks: async () => (token ? identify(token) : null),
  };
}
