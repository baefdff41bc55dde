/** What stands on the screen, in its pixels. */
export type Box = { top: number; bottom: number; left: number; right: number };

const gap = 12;

/** What is not to be covered: titles, ways to other pages, prices with what buys for them, bars at the foot. */
const spared = 'main h1, nav, main [type=submit], [data-spare]';

/**
 * How far from the top notices stand best: as high as nothing that is spared is covered; where there is no such
 * place, where least of it is. `from`: below the bar of the page · `to`: with their foot at that of the screen.
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

/** Puts the list of notices where it covers nothing that is wanted now; what is scrolled later passes below it. */
export function placeNotices(list: HTMLElement): void {
  const root = document.documentElement;
  list.style.removeProperty('top');
  if (list.childElementCount === 0 || hasOwnPlace(root)) return;
  const { left, right, top: from, height } = list.getBoundingClientRect();
  const boxes = [...document.querySelectorAll(spared)]
    .map((one) => one.getBoundingClientRect())
    .filter(({ width, top, bottom }) => width > 0 && bottom > from && top < root.clientHeight);
  const to = Math.max(from, root.clientHeight - gap - height);
  list.style.top = `${bestTop({ left, right, height }, boxes, { from, to })}px`;
}
