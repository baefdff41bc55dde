import { createRequire } from 'node:module';

type Tag = { name: string; attributes: Record<string, string> };
type Parser = {
  onopentag: (tag: Tag) => void;
  ontext: (text: string) => void;
  onclosetag: (name: string) => void;
  onerror: (error: Error) => void;
  write: (text: string) => Parser;
  close: () => void;
};
const sax = createRequire(import.meta.url)('sax') as { parser: (strict: boolean) => Parser };

export type Element = Tag & { text: string; children: Element[] };

/** An XML document as its root element. Throws when it is not well-formed. */
export function parseXml(text: string): Element {
  const top: Element = { name: '', attributes: {}, text: '', children: [] };
  const open = [top];
  const parser = sax.parser(true);
  parser.onopentag = ({ name, attributes }) => {
    const element: Element = { name, attributes, text: '', children: [] };
    open.at(-1)?.children.push(element);
    open.push(element);
  };
  parser.ontext = (part) => {
    const element = open.at(-1);
    if (element) element.text += part;
  };
  parser.onclosetag = () => void open.pop();
  parser.onerror = (error) => {
    throw error;
  };
  parser.write(text).close();
  const [root] = top.children;
  if (!root) throw new Error('no root element');
  return root;
}

/** The children of this name. */
export const childrenOf = (element: Element, name: string): Element[] =>
  element.children.filter((child) => child.name === name);

/** The texts of the children of this name. */
export const textsOf = (element: Element, name: string): string[] =>
  childrenOf(element, name).map(({ text }) => text);
