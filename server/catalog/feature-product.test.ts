import { describe, expect, it } from 'vitest';
import { catalogContract } from '#contract/catalog.ts';
import { brokeUnique, db, inTransaction } from '#server/platform/database/index.ts';
import { anAdmin, aViewer } from '#test/factories/accounts.ts';
import { aProduct, type SomeProduct } from '#test/factories/catalog.ts';
import { meeting } from '#test/meeting.ts';
import { call, refusal } from '#test/story.ts';

const { featureProduct, getOwnProduct, makeProductPrivate } = catalogContract;

const given = ({ slug }: SomeProduct, featured: boolean) => ({
  params: { slug },
  body: { featured },
});

async function featured(): Promise<string[]> {
  const rows = db().selectFrom('products').select('slug').where('featured', '=', true);
  return (await rows.execute()).map(({ slug }) => slug);
}

/** Products of which none is featured, whatever an earlier story left. */
async function freshProducts(count: number): Promise<SomeProduct[]> {
  await db().updateTable('products').set({ featured: false }).execute();
  return Promise.all(Array.from({ length: count }, () => aProduct()));
}

describe('the place on the home page', () => {
  it('belongs to one published product, given by an administrator', async () => {
    const as = await anAdmin();
    const [first, second] = [await aProduct(), await aProduct()];
    await call(featureProduct, { as, ...given(first, true) });
    const product = await call(featureProduct, { as, ...given(second, true) });
    expect([product.featured, product.can.feature]).toEqual([true, true]);
    const former = await call(getOwnProduct, { as, params: { slug: first.slug } });
    expect(former.featured).toBe(false);
    expect((await call(featureProduct, { as, ...given(second, false) })).featured).toBe(false);
    const draft = await aProduct({ status: 'draft' });
    expect(await refusal(featureProduct, { as, ...given(draft, true) })).toEqual({
      status: 409,
      code: 'PRODUCT_STATE',
    });
  });

  it('belongs to one, also when eight are chosen at the same instant', async () => {
    const as = await anAdmin();
    const products = await freshProducts(8);
    const answers = await Promise.all(
      products.map((product) => call(featureProduct, { as, ...given(product, true) })),
    );
    expect(answers.map((answer) => answer.featured)).toEqual(products.map(() => true));
    expect(await featured()).toHaveLength(1);
  });

  it('would be five’s without the lock, did the index not refuse: the control of this test', async () => {
    const products = await freshProducts(5);
    const looked = meeting(5);
    const attempts = products.map(({ id }) =>
      inTransaction(async (tx) => {
        await tx
          .updateTable('products')
          .set({ featured: false })
          .where('featured', '=', true)
          .execute();
        await looked();
        await tx.updateTable('products').set({ featured: true }).where('id', '=', id).execute();
      }),
    );
    const results = await Promise.allSettled(attempts);
    const refused = results.filter((result) => result.status === 'rejected');
    expect(refused.map(({ reason }) => brokeUnique(reason, 'products_one_featured'))).toEqual(
      Array.from({ length: 4 }, () => true),
    );
    expect(await featured()).toHaveLength(1);
  });

  it('is lost when the product becomes private', async () => {
    const [{ owner, slug } = await aProduct()] = await freshProducts(1);
    await db().updateTable('products').set({ featured: true }).where('slug', '=', slug).execute();
    const product = await call(makeProductPrivate, { as: owner, params: { slug } });
    expect([product.featured, product.can.feature]).toEqual([false, false]);
  });

  it('is not for organizers, viewers or strangers to give', async () => {
    const product = await aProduct();
    for (const as of [product.owner, await aViewer()]) {
      expect(await refusal(featureProduct, { as, ...given(product, true) })).toEqual({
        status: 403,
        code: 'FORBIDDEN',
      });
    }
    expect(await refusal(featureProduct, given(product, true))).toEqual({
      status: 401,
      code: 'NOT_LOGGED_IN',
    });
  });
});
