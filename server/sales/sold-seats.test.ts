import { expect, it } from 'vitest';
import { catalogContract } from '#contract/catalog.ts';
import { aProduct } from '#test/factories/catalog.ts';
import { anOrder, aPaidOrder } from '#test/factories/sales.ts';
import { call } from '#test/story.ts';

it('an organizer sees what each showing has sold, with a capacity and without', async () => {
  const product = await aProduct({ sessions: [{ capacity: 10 }, { capacity: null }] });
  const [small, large] = product.sessions;
  const to = (session: typeof small) => ({ product, form: { sessionId: session?.id ?? null } });
  const shown = async () => {
    const { owner: as, slug } = product;
    const { sessions } = await call(catalogContract.getOwnProduct, { as, params: { slug } });
    return sessions.map(({ tickets, seatsHeld, seatsLeft }) => [tickets, seatsHeld, seatsLeft]);
  };
  expect(await shown()).toEqual([
    [0, 0, 10],
    [0, 0, null],
  ]);
  await aPaidOrder(to(small));
  await aPaidOrder(to(large));
  await aPaidOrder(to(large));
  await anOrder(to(small));
  await anOrder(to(large));
  expect(await shown()).toEqual([
    [1, 2, 8],
    [2, 0, null],
  ]);
});
