import { expect, it } from 'vitest';
import { drawInTurn } from './draw-in-turn.ts';

/** What was drawn, in its order; `begin` lets the first one end. */
function aPage() {
  const drawn: string[] = [];
  const { promise, resolve } = Promise.withResolvers<void>();
  const draw = (of: string, what: string, gone?: () => boolean) =>
    drawInTurn(async () => void drawn.push(what), { of, ...(gone ? { gone } : {}) });
  return { drawn, draw, first: drawInTurn(() => promise, { of: 'somebody' }), begin: resolve };
}

const codeOf = (work: () => Promise<unknown>) =>
  Promise.resolve()
    .then(work)
    .catch(({ code }: { code: string }) => code);

it('one person after the other, however much each of them brings', async () => {
  const { drawn, draw, first, begin } = aPage();
  const all = [draw('Ana', 'a1'), draw('Ana', 'a2'), draw('Ana', 'a3'), draw('Rui', 'r1')];
  begin();
  await Promise.all([first, ...all]);
  expect(drawn).toEqual(['a1', 'r1', 'a2', 'a3']);
});

it('of one person eight wait, of all twenty, and the rest is refused', async () => {
  const { draw, first, begin } = aPage();
  const of = (whose: string) => draw(whose, whose);
  const eight = (whose: string) => Array.from({ length: 8 }, () => of(whose));
  const kept = eight('Ana');
  expect(await codeOf(() => of('Ana'))).toBe('BUSY');
  kept.push(...eight('Rui'), of('Eva'), of('Eva'), of('Eva'), of('Eva'));
  expect(await codeOf(() => of('Teo'))).toBe('BUSY');
  begin();
  await Promise.all([first, ...kept]);
  await of('Ana');
});

it('nothing is drawn for whoever has gone, nor does what fails hold up the next', async () => {
  const { drawn, draw, first, begin } = aPage();
  const left = codeOf(() => draw('Ana', 'for nobody', () => true));
  const fails = () => {
    throw new Error('no picture');
  };
  const failed = [fails, async () => fails()].map((work) =>
    drawInTurn(work, { of: 'Rui' }).catch(({ message }: Error) => message),
  );
  const last = draw('Eva', 'for Eva');
  begin();
  await Promise.all([first, last]);
  expect(await Promise.all([left, ...failed])).toEqual(['BUSY', 'no picture', 'no picture']);
  expect(drawn).toEqual(['for Eva']);
});
