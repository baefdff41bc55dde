import { Writable } from 'node:stream';
import type { ReactNode } from 'react';
import { renderToPipeableStream } from 'react-dom/server';
import { type EntryContext, RouterContextProvider, ServerRouter } from 'react-router';
import { type PageContext, pageContext } from '#web/platform/load-context.ts';
import { NonceContext } from '#web/platform/nonce.ts';
import { wordsAsJson, wordsOfPage } from '#web/platform/words.server.ts';
import { provideWords, WordsContext } from '#web/platform/words.ts';
import { wordsMarker } from '#web/platform/words-block.tsx';

provideWords((language = 'en') => wordsOfPage(language).words);

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
  routerContext: EntryContext,
  loadContext: RouterContextProvider,
): Promise<Response> {
  const { language, nonce } = loadContext.get(pageContext);
  const { words, used } = wordsOfPage(language);
  const page = (
    <NonceContext value={nonce}>
      <WordsContext value={words}>
        <ServerRouter context={routerContext} url={request.url} nonce={nonce} />
      </WordsContext>
    </NonceContext>
  );
  const { html, failed } = await rendered(page, nonce);
  headers.set('Content-Type', 'text/html; charset=utf-8');
  headers.set('Content-Language', language);
  const body = html.replace(wordsMarker, () => wordsAsJson(language, used));
  return new Response(body, { status: failed ? 500 : status, headers });
}

function rendered(page: ReactNode, nonce: string): Promise<{ html: string; failed: boolean }> {
  return new Promise((resolve, reject) => {
    const pieces: Buffer[] = [];
    let failed = false;
    const sink = new Writable({
      write(piece: Buffer, _encoding, done) {
        // React reuses the memory of what it has written.
        pieces.push(Buffer.from(piece));
        done();
      },
      final(done) {
        resolve({ html: Buffer.concat(pieces).toString('utf8'), failed });
        done();
      },
    });
    const { pipe } = renderToPipeableStream(page, {
      nonce,
      onAllReady: () => pipe(sink),
      onShellError: reject,
      onError: (error) => {
        failed = true;
        console.error(error);
      },
    });
  });
}
