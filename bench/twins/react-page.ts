import { createServer } from 'node:http';
import { type DefaultTreeAdapterTypes, parse } from 'parse5';
import { createElement, type ReactNode } from 'react';
import { renderToString } from 'react-dom/server';

type Element = DefaultTreeAdapterTypes.Element;
/** One element of the page as JSX would have it: its properties and what stands inside. */
type Piece = { tag: string; props: Record<string, unknown>; children: (Piece | string)[] };

/** Where React has another name for an attribute; the rest it takes as written. */
const names: Record<string, string> = {
  autocomplete: 'autoComplete',
  charset: 'charSet',
  class: 'className',
  crossorigin: 'crossOrigin',
  datetime: 'dateTime',
  enterkeyhint: 'enterKeyHint',
  fetchpriority: 'fetchPriority',
  for: 'htmlFor',
  hreflang: 'hrefLang',
  maxlength: 'maxLength',
  minlength: 'minLength',
  srcset: 'srcSet',
  tabindex: 'tabIndex',
};
const nameOf = (name: string) =>
  names[name] ??
  name.replace(/^(stroke|fill|clip)-(\w)/, (_, start, letter) => start + letter.toUpperCase());

const flags = new Set(['async', 'checked', 'disabled', 'hidden', 'readonly', 'required']);

const styleOf = (text: string) =>
  Object.fromEntries(
    [...text.matchAll(/([\w-]+):((?:\([^)]*\)|[^;])+)/g)].map(([, name = '', value]) => [
      name.startsWith('--') ? name : name.replace(/-(\w)/g, (_, letter) => letter.toUpperCase()),
      value,
    ]),
  );

function propsOf({ attrs, tagName, childNodes }: Element): Record<string, unknown> {
  const props = Object.fromEntries(
    attrs.map(({ name, value }) => {
      if (name === 'style') return [name, styleOf(value)];
      return [nameOf(name), flags.has(name) ? true : value];
    }),
  );
  const [only] = childNodes;
  if ((tagName === 'script' || tagName === 'style') && only && 'value' in only) {
    props.dangerouslySetInnerHTML = { __html: only.value };
  }
  return props;
}

function pieceOf(element: Element): Piece {
  const props = propsOf(element);
  const inside = props.dangerouslySetInnerHTML ? [] : element.childNodes;
  const children = inside.flatMap((node): (Piece | string)[] => {
    if ('tagName' in node) return [pieceOf(node)];
    return 'value' in node ? [node.value] : [];
  });
  return { tag: element.tagName, props, children };
}

/** What JSX compiles to: one call for each element of the page, for every answer anew. */
const drawn = ({ tag, props, children }: Piece): ReactNode =>
  createElement(
    tag,
    props,
    ...children.map((child) => (typeof child === 'string' ? child : drawn(child))),
  );

/** The very page that the product answers, read once; then React alone draws it from memory. */
const html = await (await fetch(process.env.PAGE ?? '')).text();
const root = parse(html).childNodes.find((node) => 'tagName' in node);
if (!root) throw new Error('the product answered no page');
const page = pieceOf(root);
const Page = () => drawn(page);

createServer((_request, response) => {
  response.setHeader('content-type', 'text/html; charset=utf-8');
  response.end(`<!DOCTYPE html>${renderToString(createElement(Page))}`);
}).listen(Number(process.env.PORT), '127.0.0.1');
process.on('SIGTERM', () => process.exit(0));
