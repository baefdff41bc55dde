import { type EntryContext, RouterContextProvider, ServerRouter } from 'react-router';
import { type PageContext, pageContext } from '#web/platform/load-context.ts';
import { loadedAsScripts } from '#web/platform/loaded-data.server.ts';
import { NonceContext } from '#web/platform/nonce.ts';
import { startAfterPaint } from '#web/platform/start-after-paint.server.ts';
import { wholeText } from '#web/platform/whole-text.server.tsx';
import { wordsAsJson, wordsOfPage } from '#web/platform/words.server.ts';
import { provideWords, WordsContext } from '#web/platform/words.ts';
import { wordsMarker } from '#web/platform/words-block.tsx';

provideWords((language = 'en') => wordsOfPage(language).words);

/** The frame whose pages are rendered for everybody; they are by far the most asked for. */
export const publicFrame = 'shells/visitor';

/** What the web server gives to the pages; called by its adapter for each page. */
export function contextFor(values: PageContext): RouterContextProvider {
  const provider = new RouterContextProvider();
  provider.set(pageContext, values);
  return provider;
}

/** What a loader threw unexpectedly: the page says only that something is wrong, the log says what. */
export function handleError(error: unknown, { request }: { request: Request }): void {
  if (!request.signal.aborted) console.error(error);
}

/** Renders the whole page before a byte is sent: it is cached whole, and robots see all of it. */
export default async function renderPage(
  request: Request,
  status: number,
  headers: Headers,
  { serverHandoffStream: loaded, ...routerContext }: EntryContext,
  loadContext: RouterContextProvider,
): Promise<Response> {
  const { language, nonce, handOver } = loadContext.get(pageContext);
  const scripts = loaded ? await loadedAsScripts(loaded, nonce) : '';
  const { words, used } = wordsOfPage(language);
  const html = await wholeText(
    <NonceContext value={nonce}>
      <WordsContext value={words}>
        <ServerRouter context={routerContext} url={request.url} nonce={nonce} />
      </WordsContext>
    </NonceContext>,
  );
  headers.set('Content-Type', 'text/html; charset=utf-8');
  headers.set('Content-Language', language);
  const isPublic = routerContext.staticHandlerContext.matches.some(
    ({ route }) => route.id === publicFrame,
  );
  const { page, start } = isPublic ? startAfterPaint(html, nonce) : { page: html, start: '' };
  const body = page.replace(wordsMarker, () => wordsAsJson(language, used));
  const end = body.lastIndexOf('</body>');
  handOver(`<!DOCTYPE html>${body.slice(0, end)}${scripts}${start}${body.slice(end)}`);
  return new Response(null, { status, headers });
}
