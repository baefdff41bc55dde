import { describe, expect, it } from 'vitest';
import { catalogContract } from '#contract/catalog.ts';
import { db } from '#server/platform/database/index.ts';
import { anOrganizer, aViewer } from '#test/factories/accounts.ts';
import { aProduct } from '#test/factories/catalog.ts';
import { call, refusal } from '#test/story.ts';

const forbidden = { status: 403, code: 'FORBIDDEN' };
const notFound = { status: 404, code: 'SERVER_ERROR_NOT_FOUND' };

const rowsOf = async (id: string) => [
  await db().selectFrom('products').selectAll().where('id', '=', id).execute(),
  await db().selectFrom('product_sessions').selectAll().where('product_id', '=', id).execute(),
];

describe('a product', () => {
  it('is worked on by its organizer only: not by a viewer, not by another organizer', async () => {
    const { publishProduct, makeProductPrivate, withdrawProduct } = catalogContract;
    const { saveProduct, deleteProduct, addSession, removeSession } = catalogContract;
    const showing = { startsAt: '2030-07-01T20:00' };
    for (const status of ['draft', 'published'] as const) {
      const { id, slug, sessions } = await aProduct({ status });
      const before = await rowsOf(id);
      const [session] = sessions;
      for (const [as, answer] of [
        [await aViewer(), forbidden],
        [await anOrganizer(), notFound],
      ] as const) {
        const who = { as, params: { slug } };
        const refused = [
          await refusal(publishProduct, who),
          await refusal(makeProductPrivate, who),
          await refusal(withdrawProduct, who),
          await refusal(saveProduct, { ...who, body: { title: 'Taken over' } }),
          await refusal(addSession, { ...who, body: showing }),
          await refusal(removeSession, { as, params: { slug, sessionId: session?.id ?? '' } }),
          await refusal(deleteProduct, who),
        ];
        expect(refused).toEqual(refused.map(() => answer));
      }
      expect(await rowsOf(id)).toEqual(before);
    }
  });

  it('obeys the same calls from its organizer', async () => {
    const { owner: as, slug } = await aProduct({ status: 'draft' });
    const body = { title: 'Still mine' };
    const saved = await call(catalogContract.saveProduct, { as, params: { slug }, body });
    // The address of a draft follows its title.
    const { title, status } = await call(catalogContract.publishProduct, {
      as,
      params: { slug: saved.slug },
    });
    expect([title, status]).toEqual(['Still mine', 'published']);
  });
});
