/**
 * What a browser is asked about the page that it shows. These functions are sent to it as text (see
 * `layout.ts`): each may use the others of this file, and nothing else.
 */

export type Line = { rect: DOMRect; element: Element; text: string };

export function name(element: Element): string {
  const kind = element.classList[0]?.replace(/^_?(\w+?)_\w+_\d+$/, '$1');
  const own = element.getAttribute('aria-label') ?? element.textContent ?? '';
  const words = own.trim().replace(/\s+/g, ' ').slice(0, 40);
  return `${element.tagName.toLowerCase()}${kind ? `.${kind}` : ''} “${words}”`;
}

export function isSeen(element: Element): boolean {
  return (
    element.checkVisibility({ opacityProperty: true, visibilityProperty: true }) &&
    element.getClientRects().length > 0
  );
}

/** Text for screen readers alone stands in a box of one pixel; what is parked lies off the page. */
export function isParked(element: Element): boolean {
  for (let at: Element | null = element; at; at = at.parentElement) {
    const { clip, clipPath } = getComputedStyle(at);
    const { width, height, right, bottom } = at.getBoundingClientRect();
    if (width <= 1 || height <= 1 || right + scrollX <= 0 || bottom + scrollY <= 0) return true;
    if (clip !== 'auto' || clipPath.startsWith('inset(')) return true;
  }
  return false;
}

/** Each line of text that can be read on the page, with the element that holds it. */
export function lines(): Line[] {
  const walker = document.createTreeWalker(document.body, NodeFilter.SHOW_TEXT);
  const found: Line[] = [];
  const known = new Map<Element, boolean>();
  while (walker.nextNode()) {
    const node = walker.currentNode;
    const element = node.parentElement;
    const text = node.textContent?.trim() ?? '';
    if (!element || text === '' || /^(SCRIPT|STYLE|NOSCRIPT|OPTION)$/.test(element.tagName))
      continue;
    if (!known.has(element)) known.set(element, isSeen(element) && !isParked(element));
    if (!known.get(element)) continue;
    const range = document.createRange();
    range.selectNodeContents(node);
    for (const rect of range.getClientRects()) {
      if (rect.width > 1) found.push({ rect, element, text: text.slice(0, 40) });
    }
  }
  return found;
}

/** Is it meant to be shortened, or can it be scrolled to? */
export function isMeant(box: Element): boolean {
  const style = getComputedStyle(box);
  return style.textOverflow === 'ellipsis' || style.webkitLineClamp !== 'none';
}

/** Text that leaves its box, or is cut off by the box around it. */
export function cutText(): string[] {
  const found = new Set<string>();
  for (const { rect, element, text } of lines()) {
    const slack = 0.3 * Number.parseFloat(getComputedStyle(element).fontSize);
    for (let box: Element | null = element; box && box !== document.body; box = box.parentElement) {
      const style = getComputedStyle(box);
      if (isMeant(box)) break;
      const scrolls = /auto|scroll/.test(style.overflowX + style.overflowY);
      if (scrolls || box.tagName === 'svg') break;
      const edge = box.getBoundingClientRect();
      const isOwn = box === element && style.display !== 'inline' && style.display !== 'contents';
      const clipsX = /hidden|clip/.test(style.overflowX);
      const clipsY = /hidden|clip/.test(style.overflowY);
      const sideways = rect.right > edge.right + 1.5 || rect.left < edge.left - 1.5;
      const down = rect.bottom > edge.bottom + slack || rect.top < edge.top - slack;
      if ((isOwn || clipsX) && sideways) found.add(`“${text}” is wider than ${name(box)}`);
      if (clipsY && down) found.add(`“${text}” is cut by ${name(box)}`);
      if (style.position === 'fixed') break;
    }
  }
  return [...found];
}

/** The nearest box that floats above the page, such as a bar, a menu or a dialog. */
export function layerOf(element: Element): Element | null {
  for (let at: Element | null = element; at; at = at.parentElement) {
    const { position, zIndex } = getComputedStyle(at);
    if (position === 'fixed' || position === 'sticky') return at;
    if (position === 'absolute' && zIndex !== 'auto') return at;
  }
  return null;
}

/** Is this line hidden by a box around it that cuts off what is too much? */
export function isCutOff({ rect, element }: Line): boolean {
  const middle = (rect.top + rect.bottom) / 2;
  for (let box: Element | null = element; box && box !== document.body; box = box.parentElement) {
    if (getComputedStyle(box).overflowY === 'visible') continue;
    const { top, bottom, left, right } = box.getBoundingClientRect();
    if (middle > bottom || middle < top || rect.left >= right || rect.right <= left) return true;
  }
  return false;
}

/** Lines of text that lie on top of each other. */
export function overlaps(): string[] {
  const all = lines()
    .filter((line) => !isCutOff(line))
    .map((line) => ({ ...line, layer: layerOf(line.element) }));
  all.sort((one, other) => one.rect.top - other.rect.top);
  const found = new Set<string>();
  all.forEach((one, index) => {
    for (let next = index + 1; next < all.length; next += 1) {
      const other = all[next];
      if (!other || other.rect.top >= one.rect.bottom) break;
      if (one.layer !== other.layer || one.element === other.element) continue;
      const [a, b] = [one.rect, other.rect];
      const width = Math.min(a.right, b.right) - Math.max(a.left, b.left);
      const height = Math.min(a.bottom, b.bottom) - Math.max(a.top, b.top);
      if (width > 3 && height > 0.4 * Math.min(a.height, b.height)) {
        found.add(`“${one.text}” and “${other.text}” lie on each other`);
      }
    }
  });
  return [...found];
}

/** What leaves the screen at its side: the page can be scrolled there, or cuts it off. */
export function sideways(): string[] {
  const { scrollWidth, clientWidth } = document.documentElement;
  const found: string[] = [];
  if (scrollWidth > clientWidth) found.push(`the page is ${scrollWidth} wide in ${clientWidth}`);
  for (const element of document.body.querySelectorAll('*')) {
    const { right, left, width, height } = element.getBoundingClientRect();
    if (width === 0 || height === 0 || (right <= clientWidth + 1 && left >= -1)) continue;
    if (!isSeen(element) || isParked(element) || isHeld(element)) continue;
    found.push(`${name(element)} ends at ${Math.round(right)} of ${clientWidth}`);
    if (found.length > 4) break;
  }
  return found;
}

/**
 * What a box cuts off at its side for good. Pictures may be cropped, and what is laid over its box by
 * hand is decoration; what holds words or controls is neither.
 */
export function clippedAside(): string[] {
  const found: string[] = [];
  for (const box of document.body.querySelectorAll('*')) {
    if (!/hidden|clip/.test(getComputedStyle(box).overflowX) || isMeant(box)) continue;
    const { left, right } = box.getBoundingClientRect();
    for (const element of box.querySelectorAll('*')) {
      const edge = element.getBoundingClientRect();
      if (edge.height === 0 || (edge.right <= right + 1.5 && edge.left >= left - 1.5)) continue;
      if (!element.textContent?.trim() && !element.querySelector('a,button,input')) continue;
      if (!isSeen(element) || isParked(element) || !isInFlowOf(box, element)) continue;
      found.push(`${name(element)} leaves ${name(box)} at the side`);
    }
  }
  return found.slice(0, 5);
}

/** Does it take its room from this box, rather than lie over it or scroll in it? Text is `cutText`'s. */
export function isInFlowOf(box: Element, element: Element): boolean {
  if (element.closest('svg,[aria-hidden=true]')) return false;
  for (let at: Element | null = element; at && at !== box; at = at.parentElement) {
    const { position, transform, overflowX, display } = getComputedStyle(at);
    if (position === 'absolute' || position === 'fixed' || transform !== 'none') return false;
    if (display === 'inline' || (at !== element && overflowX !== 'visible')) return false;
  }
  return true;
}

/** Does a box around it scroll by itself, or cut what is only decoration? */
export function isHeld(element: Element): boolean {
  if (element.closest('svg') && element.tagName !== 'svg') return true;
  for (let at = element.parentElement; at && at !== document.body; at = at.parentElement) {
    const { overflowX, position } = getComputedStyle(at);
    if (overflowX !== 'visible') return true;
    if (position === 'fixed') return false;
  }
  return false;
}

export function interactive(): Element[] {
  const kinds = 'a[href],button,input:not([type=hidden]),select,textarea,summary';
  const roles = '[role=button],[role=tab],[role=switch],[tabindex]:not([tabindex="-1"])';
  return [...document.body.querySelectorAll(`${kinds},${roles}`)];
}

/** The box that a link covers which stands for a whole card: its `::after` lies over all of it. */
export function coveredBy(element: Element): DOMRect | null {
  const { content, position, inset } = getComputedStyle(element, '::after');
  if (content === 'none' || position !== 'absolute' || inset !== '0px') return null;
  let card: Element | null = element;
  while (card && getComputedStyle(card).position === 'static') card = card.parentElement;
  return card?.getBoundingClientRect() ?? null;
}

/** A field counts with its label, which takes the press too. */
export function targetRect(element: Element): DOMRect {
  const rect = coveredBy(element) ?? element.getBoundingClientRect();
  const labels = (element as HTMLInputElement).labels ?? [];
  const isTick = element.matches('[type=checkbox],[type=radio]');
  const boxes = isTick ? [...labels].map((label) => label.getBoundingClientRect()) : [];
  const [left, top] = [rect, ...boxes].reduce(
    ([x, y], box) => [Math.min(x, box.left), Math.min(y, box.top)] as const,
    [rect.left, rect.top] as const,
  );
  const right = Math.max(rect.right, ...boxes.map((box) => box.right));
  const bottom = Math.max(rect.bottom, ...boxes.map((box) => box.bottom));
  return new DOMRect(left, top, right - left, bottom - top);
}

/** A link within a sentence has the height of its line (WCAG 2.5.8, exception "inline"). */
export function isInSentence(element: Element): boolean {
  if (getComputedStyle(element).display !== 'inline') return false;
  const around = element.parentElement?.textContent?.trim() ?? '';
  return around.length > (element.textContent?.trim() ?? '').length + 2;
}

/** Targets under 24 by 24 pixels that are also too near to another (WCAG 2.5.8). */
export function smallTargets(): string[] {
  const targets = interactive()
    .filter((element) => isSeen(element) && !isParked(element))
    .filter((element) => !element.matches(':disabled,[aria-disabled=true]'))
    .map((element) => {
      const rect = targetRect(element);
      const small = rect.width < 23.9 || rect.height < 23.9;
      return { element, rect, small, x: rect.x + rect.width / 2, y: rect.y + rect.height / 2 };
    });
  return targets
    .filter(({ small, element }) => small && !isInSentence(element))
    .filter((one) =>
      targets.some((other) => {
        if (other === one || one.element.contains(other.element)) return false;
        if (other.element.contains(one.element)) return false;
        if (other.small) return Math.hypot(one.x - other.x, one.y - other.y) < 24;
        const { left, right, top, bottom } = other.rect;
        const dx = Math.max(left - one.x, 0, one.x - right);
        const dy = Math.max(top - one.y, 0, one.y - bottom);
        return Math.hypot(dx, dy) < 12;
      }),
    )
    .map(({ element, rect }) => {
      return `${name(element)} is ${Math.round(rect.width)} × ${Math.round(rect.height)}`;
    });
}

/** All that could show that something has the focus: on itself, around it, or beside it. */
export function looks(element: Element): string {
  const near: Element[] = [];
  for (let at: Element | null = element; at && near.length < 5; at = at.parentElement)
    near.push(at);
  const host = (element.getRootNode() as ShadowRoot).host;
  if (host) near.push(host);
  const beside = [...(element.parentElement?.children ?? [])].slice(0, 8);
  const styles = [...near, ...beside].map((one) => getComputedStyle(one));
  return [...styles, getComputedStyle(element, '::after')]
    .map(({ outlineStyle, outline, boxShadow, borderColor, backgroundColor }) =>
      [outlineStyle === 'none' ? '' : outline, boxShadow, borderColor, backgroundColor].join(),
    )
    .join('|');
}

/** What can have the focus and does not show it. The focus must have come by a key before. */
export function unseenFocus(): string[] {
  const found: string[] = [];
  const sheet = new CSSStyleSheet();
  sheet.replaceSync('*,*::before,*::after{transition:none!important}');
  document.adoptedStyleSheets = [...document.adoptedStyleSheets, sheet];
  for (const element of interactive() as HTMLElement[]) {
    if (!isSeen(element) || element.matches(':disabled') || element.closest('[inert]')) continue;
    (document.activeElement as HTMLElement | null)?.blur();
    const before = looks(element);
    element.focus({ preventScroll: true });
    if (document.activeElement === element && looks(element) === before) found.push(name(element));
  }
  (document.activeElement as HTMLElement | null)?.blur();
  document.adoptedStyleSheets = document.adoptedStyleSheets.filter((one) => one !== sheet);
  return found;
}

/** What has the focus, also within a piece that keeps its inside to itself. */
export function focused(): HTMLElement {
  let at = document.activeElement;
  while (at?.shadowRoot?.activeElement) at = at.shadowRoot.activeElement;
  return (at ?? document.body) as HTMLElement;
}

/** How it looks without the focus; nobody on the page hears that it was away for a moment. */
export function looksUnfocused(element: HTMLElement): string {
  const page = window as unknown as { unfocused?: WeakMap<Element, string> };
  page.unfocused ??= new WeakMap();
  // A date consists of parts: left for a moment at each, it would always begin with the first.
  const known = element.matches('[type^=date],[type=time]') && page.unfocused.get(element);
  if (known) return known;
  // A piece that keeps its inside to itself draws its own mark, by what it hears.
  const isInside = element.getRootNode() instanceof ShadowRoot;
  const events = isInside ? [] : ['blur', 'focus', 'focusin', 'focusout', 'change'];
  const deafen = (event: Event) => event.stopImmediatePropagation();
  for (const event of events) window.addEventListener(event, deafen, true);
  element.blur();
  const unfocused = looks(element);
  element.focus({ preventScroll: true });
  for (const event of events) window.removeEventListener(event, deafen, true);
  page.unfocused.set(element, unfocused);
  return unfocused;
}

/** The bar that lies over this box: what stays in sight while the page is scrolled. */
export function barOver(element: Element, rect: DOMRect): Element | null {
  const [x, y] = [rect.x + rect.width / 2, rect.y + rect.height / 2];
  const rows = rect.height < 8 ? [y] : [rect.top + 3, y, rect.bottom - 3];
  for (const row of rows) {
    for (let at = document.elementFromPoint(x, row); at; at = at.parentElement) {
      if (at.contains(element)) break;
      if (/fixed|sticky/.test(getComputedStyle(at).position)) return at;
    }
  }
  return null;
}

export type Focus = { name: string; faults: string[] };

/** What has the focus after a key, and what keeps an eye from finding it (WCAG 2.4.7, 2.4.11). */
export function focusNow(): Focus {
  const element = focused();
  const host = document.activeElement ?? document.body;
  const faults: string[] = [];
  if (host === document.body) return { name: 'nothing', faults };
  const own = element.getAttribute('name') ?? '';
  const known = { name: `${name(host)} ${own}`.trim(), faults };
  // Headings take the focus so that reading goes on there: they are no controls.
  if (/^(H[1-6]|MAIN)$/.test(host.tagName)) return known;
  if (looks(element) === looksUnfocused(element)) faults.push('it looks as without the focus');
  const rect = targetRect(element);
  // A field that only a screen reader meets is drawn by the piece around it.
  const isDrawn = rect.width > 2 && rect.height > 2;
  const shown = isDrawn ? rect : (element.parentElement ?? element).getBoundingClientRect();
  const { top, bottom, left, right } = shown;
  const height = Math.min(bottom - top, innerHeight / 2);
  if (bottom < height || top > innerHeight - height || right < 1 || left > innerWidth - 1) {
    faults.push(`it is out of sight, from ${Math.round(top)} to ${Math.round(bottom)}`);
  }
  const bar = barOver(host, shown);
  if (bar) faults.push(`it lies under ${name(bar)}`);
  return known;
}
