import { refuse } from '#server/platform/errors.ts';

/** All that may wait, and what of it may be one person's. */
const mayWait = 20;
const mayWaitOfOne = 8;

type Turn = () => Promise<unknown>;

/** What waits, by whose it is; whoever had a turn goes to the end. */
const lines = new Map<string, Turn[]>();
let waiting = 0;
let draws = false;

export type InTurn = {
  /** Whose work it is: people take turns, however much each of them brings. */
  of: string;
  /** Asked when its turn has come: is nobody there any more who wants it? */
  gone?: () => boolean;
};

/**
 * Does what fills the processor and much memory for a second or more: one at a time, and one person
 * after the other. Refuses with BUSY when too many wait, and what nobody waits for any more.
 */
export function drawInTurn<T>(work: () => Promise<T>, { of, gone }: InTurn): Promise<T> {
  const line = lines.get(of) ?? [];
  if (waiting >= mayWait || line.length >= mayWaitOfOne) refuse('BUSY');
  const { promise, resolve, reject } = Promise.withResolvers<T>();
  const turn = async () => (gone?.() ? refuse('BUSY') : work());
  line.push(() => turn().then(resolve, reject));
  lines.set(of, line);
  waiting += 1;
  void takeTurns();
  return promise;
}

async function takeTurns(): Promise<void> {
  if (draws) return;
  draws = true;
  for (let turn = next(); turn; turn = next()) await turn();
  draws = false;
}

/** The first of whoever has waited longest for a turn; what else they have goes behind all others. */
function next(): Turn | undefined {
  const [first] = lines;
  if (!first) return undefined;
  const [of, line] = first;
  const turn = line.shift();
  lines.delete(of);
  if (line.length > 0) lines.set(of, line);
  waiting -= 1;
  return turn;
}
