import { expect, it } from 'vitest';
import { catalogContract } from '#contract/catalog.ts';
import { db } from '#server/platform/database/index.ts';
import { aViewer } from '#test/factories/accounts.ts';
import { aProduct } from '#test/factories/catalog.ts';
import { call } from '#test/story.ts';
import { keepMessage, restrict } from './chat.store.ts';

const at = '2026-01-01T00:00:00.000Z';

/** A draft in whose chat its organizer tried a word. */
async function aTriedDraft() {
  const { id: productId, slug, owner } = await aProduct({ status: 'draft' });
  const said = { productId, authorId: owner.id, body: 'One, two.', state: 'approved', at } as const;
  await keepMessage(db(), said);
  const who = { productId, userId: (await aViewer()).id };
  await restrict(db(), who, { kind: 'muted', by: owner.id, at, until: null });
  return { productId, slug, owner };
}

const rowsOf = async (productId: string) => [
  ...(await db()
    .selectFrom('chat_messages')
    .select('id')
    .where('product_id', '=', productId)
    .execute()),
  ...(await db()
    .selectFrom('chat_restrictions')
    .select('kind')
    .where('product_id', '=', productId)
    .execute()),
];

it('a draft takes along what was said in its chat, and leaves other chats alone', async () => {
  const draft = await aTriedDraft();
  const other = await aTriedDraft();
  expect(await rowsOf(draft.productId)).toHaveLength(2);
  await call(catalogContract.deleteProduct, { as: draft.owner, params: { slug: draft.slug } });
  expect(await rowsOf(draft.productId)).toEqual([]);
  expect(await rowsOf(other.productId)).toHaveLength(2);
});
