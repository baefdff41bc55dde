import { affiliatesContract, refParameter, type Visit } from '#contract/affiliates.ts';
import { api } from '#web/platform/api.ts';
import { isFirstToday, keepRefOf } from './kept-refs.ts';

/**
 * Whoever came by an affiliate's link: the server says for which channel it counts, and this browser
 * keeps that. Fetched by none but them, so that it weighs nothing on a page. Fails in silence: a code
 * that is none is no fault of whoever reads the page.
 */
export async function keepRef({ pathname, search } = location): Promise<void> {
  const [, of, slug] = /^\/(product|channel)s\/([^/]+)\/?$/.exec(pathname) ?? [];
  const code = new URLSearchParams(search).get(refParameter)?.trim().toUpperCase();
  if (!of || !slug || !code) return;
  const body = { code, of: of as Visit['of'], slug, isFirst: isFirstToday(code) };
  const { channel } = await api(affiliatesContract.noteVisit, { body }).catch(() => none);
  if (channel !== null) keepRefOf(channel, code);
}

const none = { channel: null };
