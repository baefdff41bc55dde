import type { FastifyInstance, FastifyReply } from 'fastify';
import type { Language } from '#contract/shared/languages.ts';
import { brand, lookInForce } from '../brand/index.ts';
import { escapeHtml } from '../escape-html.ts';

/** What stands behind a link of a letter. All texts are plain; without `button` nothing is asked. */
export type PlainPage = {
  language: Language;
  title: string;
  text: string;
  button: string | null;
  /** The link was made by us, and what it is about is there. */
  found: boolean;
};

type Asked = { language: Language; isDone: boolean };

/**
 * The page behind an address asks once, and `isDone` says that it was answered: programs that look at
 * links before people do must end or begin nothing. A mail program's button sends a POST and is done
 * (RFC 8058).
 */
export async function servePlainPage<Params>(
  app: FastifyInstance,
  address: string,
  read: (params: Params, asked: Asked) => Promise<PlainPage>,
): Promise<void> {
  // A form is understood here alone: everywhere else it keeps its refusal.
  await app.register(async (page) => {
    const hidden = { schema: { hide: true } as object };
    page.removeContentTypeParser('application/x-www-form-urlencoded');
    page.addContentTypeParser('application/x-www-form-urlencoded', (_request, payload, done) => {
      payload.resume();
      done(null, null);
    });
    page.get(address, hidden, async ({ params, language }, reply) =>
      answer(reply, await read(params as Params, { language, isDone: false })),
    );
    page.post(address, hidden, async ({ params, language }, reply) =>
      answer(reply, await read(params as Params, { language, isDone: true })),
    );
  });
}

const answer = (reply: FastifyReply, page: PlainPage) =>
  reply
    .code(page.found ? 200 : 404)
    .type('text/html; charset=utf-8')
    .headers({
      'Cache-Control': 'no-store',
      'Referrer-Policy': 'no-referrer',
      'Content-Security-Policy':
        "default-src 'none'; style-src 'unsafe-inline'; img-src 'self'; form-action 'self'; frame-ancestors 'none'",
    })
    .send(pageOf(page));

/** Works in any browser, also without scripts: no part of the web is needed to be left alone. */
function pageOf({ language, title, text, button }: PlainPage): string {
  const { shades, ink } = lookInForce();
  const house = escapeHtml(brand().name);
  const form = `<form method="post"><button>${escapeHtml(button ?? '')}</button></form>`;
  return `<!doctype html><html lang="${language}"><head><meta charset="utf-8"><meta name="viewport" content="width=device-width"><meta name="robots" content="noindex"><title>${escapeHtml(title)} · ${house}</title><style>
:root{color-scheme:light dark}body{margin:0;display:grid;place-items:center;min-height:100vh;background:light-dark(#f4f2ef,#141216);color:light-dark(#2b2830,#efece8);font:1rem/1.55 Inter,"Segoe UI",Helvetica,Arial,sans-serif}
main{max-width:26rem;padding:2rem;overflow-wrap:anywhere}button{padding:.8rem 1.4rem;border:0;border-radius:10px;background:${shades[5]};color:${ink};font:600 1rem/1.3 inherit;font-family:inherit;cursor:pointer}a{color:inherit}</style></head>
<body><main><img src="/brand/icon-96.png" width="44" height="44" alt=""><h1>${escapeHtml(title)}</h1><p>${escapeHtml(text)}</p>${button ? form : `<a href="/">${house}</a>`}</main></body></html>`;
}
