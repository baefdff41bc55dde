const outside: Record<string, string> = {
  '&': '\\u0026',
  '>': '\\u003e',
  '<': '\\u003c',
  '\u2028': '\\u2028',
  '\u2029': '\\u2029',
};

/**
 * What the loaders of a page answered, as the scripts from which the router takes it in the browser.
 * The router would render them itself, piece by piece as they come, and the whole page would have to
 * wait for them in the slow way; here they are all there.
 */
export async function loadedAsScripts(
  loaded: ReadableStream<Uint8Array>,
  nonce: string,
): Promise<string> {
  const decoder = new TextDecoder();
  let text = '';
  for await (const piece of loaded) text += decoder.decode(piece, { stream: true });
  const literal = JSON.stringify(text).replace(/[&><\u2028\u2029]/g, (sign) => outside[sign] ?? '');
  const stream = 'window.__reactRouterContext.streamController';
  return `<script nonce="${nonce}">${stream}.enqueue(${literal});${stream}.close();</script>`;
}
