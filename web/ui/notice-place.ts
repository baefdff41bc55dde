/** What stands on the screen, in its pixels. */
export type Box = { top: number; bottom: number; left: number; right: number };

const gap = 12;

/** What is not to be covered: titles, ways to other pages, prices with what buys for them, bars. */
const spared = 'main h1, nav, main [type=submit], [data-spare]';

/**
 * How far from the top notices stand best: as high as nothing that is spared is covered; where there is no
 * such place, where least of it is. `from`: below the bar of the page · `to`: with their foot at that of the
 * screen.
 */
export function bestTop(
  notices: { left: number; right: number; height: number },
  boxes: readonly Box[],
  { from, to }: { from: number; to: number },
): number {
  const beside = boxes.filter(({ left, right }) => left < notices.right && right > notices.left);
  const covered = (top: number) =>
    beside.reduce((sum, box) => sum + inBoth(box, { top, bottom: top + notices.height }), 0);
  const below = beside.map(({ bottom }) => bottom + gap);
  const above = beside.map(({ top }) => top - gap - notices.height);
  const places = [from, ...below, ...above, to].filter((top) => top >= from && top <= to);
  const costs = places.map((top) => ({ top, cost: covered(top) }));
  costs.sort((a, b) => a.cost - b.cost || a.top - b.top);
  return costs[0]?.top ?? from;
}

const inBoth = (one: { top: number; bottom: number }, other: { top: number; bottom: number }) =>
  Math.max(0, Math.min(one.bottom, other.bottom) - Math.max(one.top, other.top));

/** Where the page has a place for them of its own, which style sheets know. */
const hasOwnPlace = ({ dataset }: HTMLElement): boolean =>
  ['desk', 'parts', 'plays', 'theatre'].some((mark) => mark in dataset);

/** How much of the foot of the screen is not for them: the page's bar on a phone, or what the phone keeps. */
function footOf(list: HTMLElement): number {
  const main = document.querySelector('main');
  const bar = main ? getComputedStyle(main).getPropertyValue('--phone-bar') : '';
  list.style.setProperty('--phone-bar', bar || null);
  return Number.parseFloat(getComputedStyle(list).scrollMarginBottom);
}

function place(list: HTMLElement): void {
  const root = document.documentElement;
  list.style.removeProperty('top');
  if (list.childElementCount === 0 || hasOwnPlace(root)) return;
  const { left, right, top, height } = list.getBoundingClientRect();
  const to = Math.max(0, root.clientHeight - footOf(list) - height);
  const from = Math.min(top, to);
  const boxes = [...document.querySelectorAll(spared)]
    .map((one) => one.getBoundingClientRect())
    .filter((box) => box.width > 0 && box.bottom > from && box.top < root.clientHeight);
  list.style.top = `${bestTop({ left, right, height }, boxes, { from, to })}px`;
}

/** The list that stands on the page. */
let placed: HTMLElement | null = null;
let asked = 0;

function placeAgain(): void {
  cancelAnimationFrame(asked);
  asked = requestAnimationFrame(() => placed && place(placed));
}

/**
 * They are placed again when the screen is turned or changes its size, and when a bar at the foot comes or
 * goes, which is where it will be only at the end of its way.
 */
function watch(): void {
  window.addEventListener('resize', placeAgain);
  document.addEventListener('animationend', ({ target }) => {
    if (target instanceof Element && target.matches('[data-spare]')) placeAgain();
  });
  new MutationObserver(placeAgain).observe(document.documentElement, {
    attributeFilter: ['data-foot-bar', 'data-desk', 'data-parts', 'data-plays', 'data-theatre'],
  });
}

/** Puts the notices where they cover nothing that is wanted now; what is scrolled later passes below them. */
export function placeNotices(list: HTMLElement): void {
  if (!placed) watch();
  placed = list;
  place(list);
}
