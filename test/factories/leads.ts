import { interestContract } from '#contract/interest.ts';
import { db } from '#server/platform/database/index.ts';
import { call } from '#test/story.ts';
import { aViewer, type Someone } from './accounts.ts';
import { aProduct, type ProductGiven, type SomeProduct } from './catalog.ts';
import { aPaidOrder } from './sales.ts';

/** A show whose only seat was bought by somebody. */
export async function aSoldOutShow(given: ProductGiven = {}) {
  const product = await aProduct({ sessions: [{ capacity: 1 }], ...given });
  const { order, buyer } = await aPaidOrder({ product });
  return { product, order, buyer, sessionId: product.sessions[0]?.id ?? '' };
}

export const lineOf = (product: SomeProduct, at = 0) => ({
  slug: product.slug,
  sessionId: product.sessions[at]?.id ?? '',
});

/** Somebody (a new viewer unless given) in the line of a sold-out show. */
export async function aWaiting(product: SomeProduct, someone?: Someone): Promise<Someone> {
  const viewer = someone ?? (await aViewer());
  await call(interestContract.joinLine, { as: viewer, params: lineOf(product) });
  return viewer;
}

/** The states of the places of a session, in the order of the line. */
export async function placesOf(sessionId: string) {
  return db()
    .selectFrom('waiting_places')
    .select(['user_id as userId', 'state', 'offered_until as until'])
    .where('session_id', '=', sessionId)
    .orderBy('number')
    .execute();
}

export async function seatsHeld(sessionId: string): Promise<number> {
  const { seats_held } = await db()
    .selectFrom('product_sessions')
    .select('seats_held')
    .where('id', '=', sessionId)
    .executeTakeFirstOrThrow();
  return seats_held;
}
