/**
 * What other programs put on the clipboard, as simple tags. The editor itself takes only what it
 * knows; here becomes known what is meant otherwise: the lists of Word, which are paragraphs, and
 * headings of a level that a text inside of a page cannot have.
 */
export function tidyPasted(html: string): string {
  // A document of its own, where nothing runs or is fetched.
  const { body } = new DOMParser().parseFromString(withoutCalls(html), 'text/html');
  const noise =
    'style, script, meta, link, title, img, picture, audio, video, svg, math, object, embed, iframe, form, template';
  for (const element of body.querySelectorAll(noise)) element.remove();
  renameAll(body, 'h1, h2', 'h3');
  renameAll(body, 'h5, h6', 'h4');
  makeLists(body);
  return body.innerHTML.replaceAll(/<!--[\s\S]*?-->/g, '').replaceAll(/<\/?o:p>/g, '');
}

/** They would not run, but the policy of the page complains of each that it reads. */
const withoutCalls = (html: string): string =>
  html.replaceAll(/<[a-z][^>]*>/gi, (tag) =>
    tag.replaceAll(/\son[a-z]+\s*=\s*("[^"]*"|'[^']*'|[^\s>]*)/gi, ''),
  );

function renameAll(body: HTMLElement, which: string, name: string): void {
  for (const element of body.querySelectorAll(which)) {
    const renamed = body.ownerDocument.createElement(name);
    renamed.append(...element.childNodes);
    element.replaceWith(renamed);
  }
}

/** Word's bullets and numbers are letters before the text, marked as to be left out. */
const marker = '[style*="mso-list:Ignore" i], [style*="mso-list: Ignore" i]';

/** Paragraphs of Word that stand for items, one after the other, become one list. */
function makeLists(body: HTMLElement): void {
  const items = body.querySelectorAll<HTMLElement>('p[class*="MsoList"], p[style*="mso-list" i]');
  for (const paragraph of items) {
    const sign = paragraph.querySelector(marker);
    const name = /^\s*\(?[\da-z]{1,4}[.)]/i.test(sign?.textContent ?? '') ? 'ol' : 'ul';
    sign?.remove();
    // Made in the document of the paste: in ours its pictures would be fetched.
    const make = (tag: string) => body.ownerDocument.createElement(tag);
    const item = make('li');
    item.append(...paragraph.childNodes);
    const before = paragraph.previousElementSibling;
    const goesOn = before?.localName === name && before.hasAttribute('data-word');
    const list = goesOn ? before : make(name);
    list.setAttribute('data-word', '');
    list.append(item);
    if (goesOn) paragraph.remove();
    else paragraph.replaceWith(list);
  }
}
