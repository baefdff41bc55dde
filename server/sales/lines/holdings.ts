import type { Db } from '#server/platform/database/index.ts';
import { atItem } from './at-item.ts';
import { rulesOf } from './kinds.ts';
import type { LineFacts, Scarce } from './line.ts';

/** In this order they are locked: rows that many wait for come last, each sort by its key. */
const ranks = { code: 0, stock: 1, seat: 2 } as const;
type What = Scarce['what'];
export const cold: readonly What[] = ['code'];
export const hot: readonly What[] = ['stock', 'seat'];

type Line = LineFacts & { position: number };
/** Lines of an order, and what is done about what they hold. */
export type Change = {
  lines: readonly Line[];
  orderId: string;
  /** `return`: what was paid for is given back, as far as it has not left the house. */
  do: 'take' | 'keep' | 'free' | 'return';
  /** Until when it is taken, ISO text. */
  until?: string;
};

/** Does any of these lines take something that others want as well? */
export const holdsAnything = (lines: readonly LineFacts[]): boolean =>
  lines.some((line) => rulesOf(line.kind).holds(line).length > 0);

/**
 * Takes, keeps and gives back what these lines hold of these sorts: all of it in one order, whatever
 * orders it belongs to, so that nobody who waits is waited for. What comes back comes before it is
 * taken. Refuses with the line at fault when something is not to be had.
 */
export async function change(
  tx: Db,
  sorts: readonly What[],
  changes: readonly Change[],
): Promise<void> {
  const wanted = changes.flatMap((one) =>
    one.lines.flatMap((line) =>
      rulesOf(line.kind)
        .holds(line)
        .filter(({ what }) => sorts.includes(what))
        .map((scarce) => ({ scarce, line, one })),
    ),
  );
  wanted.sort(
    (a, b) =>
      ranks[a.scarce.what] - ranks[b.scarce.what] ||
      compare(a.scarce.key, b.scarce.key) ||
      turns[a.one.do] - turns[b.one.do],
  );
  for (const { scarce, line, one } of wanted) {
    await atItem(line.position, () => act(tx, scarce, one));
  }
}

const turns = { free: 0, return: 0, take: 1, keep: 2 } as const;
const compare = (a: string, b: string): number => (a < b ? -1 : Number(a > b));

function act(tx: Db, scarce: Scarce, { do: step, orderId, until = '' }: Change): Promise<void> {
  if (step === 'take') return scarce.take(tx, orderId, until);
  if (step === 'keep') return scarce.keep(tx, orderId);
  if (step === 'return' && scarce.leftTheHouse) return Promise.resolve();
  return scarce.free(tx, orderId);
}
