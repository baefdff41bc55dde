import { once } from 'node:events';
import { createServer, type IncomingMessage, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';

/** What is said of the whole body, packed or not: here it comes in two pieces, and unpacked. */
const ofBody = ['content-encoding', 'content-length', 'transfer-encoding'];

/**
 * The site by a line on which pages arrive as far as `until` reaches in them, and no further before the line
 * goes on: so a slow machine draws them, which reads for a while and then shows what it has.
 */
export async function haltingLine(site: string, until: RegExp) {
  const halt = Promise.withResolvers<void>();
  const answer = async ({ url = '/', headers }: IncomingMessage, response: ServerResponse) => {
    const asked = { accept: headers.accept ?? '*/*', 'accept-language': 'en' };
    const given = await fetch(site + url, { headers: asked });
    const body = Buffer.from(await given.arrayBuffer());
    const said = [...given.headers].filter(([name]) => !ofBody.includes(name));
    response.writeHead(given.status, Object.fromEntries(said));
    const text = isPage(given) ? body.toString() : '';
    const found = until.exec(text);
    if (!found) return response.end(body);
    const end = found.index + found[0].length;
    response.write(text.slice(0, end));
    await halt.promise;
    return response.end(text.slice(end));
  };
  const server = createServer((request, response) => {
    answer(request, response).catch(() => response.destroy());
  }).listen(0);
  await once(server, 'listening');
  return {
    url: `http://localhost:${(server.address() as AddressInfo).port}`,
    goesOn: halt.resolve,
    close: () => {
      server.close();
      server.closeAllConnections();
    },
  };
}

const isPage = ({ headers }: Response) =>
  headers.get('content-type')?.startsWith('text/html') === true;
