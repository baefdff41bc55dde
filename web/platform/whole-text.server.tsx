import type { ReactNode } from 'react';
import { renderToString } from 'react-dom/server';
import { prerenderToNodeStream } from 'react-dom/static';

/** How React marks what it leaves to the browser, because it waits or has failed. */
const waitingMark = '<!--$!-->';

/**
 * A page as HTML, whole. In one go and as text: to stream it costs half as much again. Only what a
 * process shows for the first time, such as a piece of code that is fetched alone, is waited for; then it
 * is rendered once more. Throws where a part of the page has failed.
 */
export async function wholeText(page: ReactNode): Promise<string> {
  const html = renderToString(page);
  if (!html.includes(waitingMark)) return html;
  await everythingOf(page);
  const whole = renderToString(page);
  if (whole.includes(waitingMark)) throw new Error('a part of the page waits for something else');
  return whole;
}

/** Until nothing of the page waits any more. */
async function everythingOf(page: ReactNode): Promise<void> {
  const faults: unknown[] = [];
  await prerenderToNodeStream(page, { onError: (fault) => void faults.push(fault) });
  if (faults.length > 0) throw faults[0];
}
