import { data, type RouterContextProvider } from 'react-router';
import type { AnswerOf, CallOf, Endpoint } from '#contract/endpoint.ts';
import { pageContext } from '#web/platform/load-context.ts';

type AnyEndpoint = Endpoint<any, any, any, any>;

/**
 * The API as a public page sees it while it is rendered: calls run inside the process and know
 * nobody. A refusal is thrown with its status, so that a 404 becomes the not-found screen.
 */
export function publicApi(context: Readonly<RouterContextProvider>) {
  const { call, language } = context.get(pageContext);
  return async <E extends AnyEndpoint>(endpoint: E, ...[given]: Given<E>): Promise<AnswerOf<E>> => {
    const values = given as { params?: unknown; query?: unknown } | undefined;
    const { method, path } = endpoint;
    const { status, answer } = await call({ method, path, ...values, language });
    if (status >= 400) throw data(answer, { status });
    return answer as AnswerOf<E>;
  };
}

type Given<E> = Record<never, never> extends CallOf<E> ? [given?: CallOf<E>] : [given: CallOf<E>];
