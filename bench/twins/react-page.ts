import { createServer } from 'node:http';
import { createElement as h } from 'react';
import { renderToString } from 'react-dom/server';

const elements = Number(process.env.ELEMENTS);

/** A page of as many elements as ours: five to a row, text in each. */
function Page({ title }: { title: string }) {
  const rows = Array.from({ length: Math.round(elements / 5) }, (_, index) =>
    h('section', { key: index, className: 'row' }, [
      h('h2', { key: 'h', className: 'title' }, `${title} ${index}`),
      h(
        'p',
        { key: 'p', className: 'text' },
        'A paragraph about the show and those who play in it.',
      ),
      h('a', { key: 'a', href: `/products/${index}`, className: 'link' }, 'More'),
      h('span', { key: 's', className: 'price' }, `€${index}.00`),
    ]),
  );
  return h('html', null, h('body', null, rows));
}

createServer((_request, response) => {
  response.setHeader('content-type', 'text/html; charset=utf-8');
  response.end(`<!doctype html>${renderToString(h(Page, { title: 'Show' }))}`);
}).listen(Number(process.env.PORT), '127.0.0.1');
process.on('SIGTERM', () => process.exit(0));
