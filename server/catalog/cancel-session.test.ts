import { describe, expect, it } from 'vitest';
import { catalogContract } from '#contract/catalog.ts';
import { liveContract } from '#contract/live.ts';
import { ordersContract } from '#contract/orders.ts';
import { playerContract } from '#contract/player.ts';
import { salesContract } from '#contract/sales.ts';
import { db } from '#server/platform/database/index.ts';
import { keepJobs, keptJobs } from '#server/platform/jobs.ts';
import { anAdmin, anOrganizer, aViewer, type Someone } from '#test/factories/accounts.ts';
import { aProduct, type SomeProduct } from '#test/factories/catalog.ts';
import { anOrder, orderForm } from '#test/factories/sales.ts';
import { aTicket } from '#test/factories/tickets.ts';
import { call, refusal } from '#test/story.ts';

const reason = 'The singer has lost her voice.';
const first = ({ slug, sessions }: SomeProduct, at = 0) => ({
  slug,
  sessionId: sessions[at]?.id ?? '',
});
const cancel = (as: Someone, product: SomeProduct, at = 0, why = reason) =>
  call(catalogContract.cancelSession, { as, params: first(product, at), body: { reason: why } });
const refused = (as: Someone, product: SomeProduct, why = reason) =>
  refusal(catalogContract.cancelSession, { as, params: first(product), body: { reason: why } });
const longAgo = '2026-11-01T00:00:00Z';
const twoDates = () => aProduct({ sessions: [{}, {}] });

describe('an organizer cancels a showing', () => {
  it('of their own, and it is marked everywhere at once', async () => {
    const product = await twoDates();
    const before = await call(catalogContract.getProduct, { params: { slug: product.slug } });
    expect(before.session?.id).toBe(product.sessions[0]?.id);
    const own = await cancel(product.owner, product);
    // The open editor takes the newer of what it knows and what it is told.
    expect(own.updatedAt).toBe(own.sessions[0]?.cancelledAt);
    expect(own.sessions).toMatchObject([
      { cancelledAt: expect.any(String), cancelReason: reason, can: { cancel: false } },
      { cancelledAt: null, cancelReason: '', can: { cancel: true } },
    ]);
    const page = await call(catalogContract.getProduct, { params: { slug: product.slug } });
    expect(page.sessions).toMatchObject([
      { cancelledAt: own.sessions[0]?.cancelledAt, open: false },
      { cancelledAt: null, open: true },
    ]);
    expect(JSON.stringify(page)).not.toContain(reason);
    expect(page).toMatchObject({ sale: 'open', session: { id: product.sessions[1]?.id } });
    const list = await call(catalogContract.listProducts, {
      query: { when: 'upcoming', size: 100 },
    });
    expect(list.items.find(({ slug }) => slug === product.slug)?.session?.id).toBe(
      product.sessions[1]?.id,
    );
  });

  it('and the sale is over with the last one, which stays on the card with its mark', async () => {
    const product = await aProduct();
    await cancel(product.owner, product);
    const page = await call(catalogContract.getProduct, { params: { slug: product.slug } });
    expect(page).toMatchObject({ sale: 'closed', can: { buy: false } });
    expect(page.session?.cancelledAt).not.toBeNull();
    const list = await call(catalogContract.listProducts, {
      query: { when: 'upcoming', size: 100 },
    });
    const card = list.items.find(({ slug }) => slug === product.slug);
    expect(card?.session?.cancelledAt).toBe(page.session?.cancelledAt);
  });

  it('as an administrator, for them', async () => {
    const product = await aProduct();
    expect((await cancel(await anAdmin(), product)).sessions[0]?.cancelledAt).not.toBeNull();
  });

  it('twice for the same reason with one effect, for another reason not at all', async () => {
    const product = await aProduct();
    const one = await cancel(product.owner, product);
    keepJobs();
    expect(await cancel(product.owner, product)).toEqual(one);
    expect(keptJobs()).toEqual([]);
    expect(await refused(product.owner, product, 'Another reason')).toEqual({
      status: 409,
      code: 'SESSION_CANCELLED',
    });
  });

  it('two at once: one cancellation', async () => {
    const product = await aProduct();
    const both = await Promise.all([
      cancel(product.owner, product),
      cancel(await anAdmin(), product),
    ]);
    expect(both[0].sessions).toEqual(both[1].sessions);
    const kept = await db()
      .selectFrom('session_cancellations')
      .selectAll()
      .where('product_id', '=', product.id)
      .execute();
    expect(kept).toHaveLength(1);
  });

  it('and it is refused to others, for drafts, what is over, without a word, and on air', async () => {
    const product = await aProduct();
    expect((await refused(await anOrganizer(), product)).code).toBe('SERVER_ERROR_NOT_FOUND');
    expect((await refused(await aViewer(), product)).code).toBe('FORBIDDEN');
    expect((await refused(product.owner, product, ' ')).fields).toEqual({ reason: 'required' });
    expect((await refused(product.owner, product, 'a'.repeat(301))).fields).toEqual({
      reason: 'too_long',
    });
    const other = await aProduct({ owner: product.owner });
    const foreign = { slug: product.slug, sessionId: other.sessions[0]?.id ?? '' };
    expect(
      await refusal(catalogContract.cancelSession, {
        as: product.owner,
        params: foreign,
        body: { reason },
      }),
    ).toMatchObject({ status: 404 });
    const draft = await aProduct({ status: 'draft' });
    expect((await refused(draft.owner, draft)).code).toBe('PRODUCT_STATE');
    const over = await aProduct({ sessions: [{ startsAt: '2026-01-01T20:00:00Z' }] });
    expect((await refused(over.owner, over)).code).toBe('SESSION_ENDED');
    const sessionId = product.sessions[0]?.id ?? null;
    await db()
      .insertInto('broadcasts')
      .values({ product_id: product.id, session_id: sessionId, state: 'live', started_at: longAgo })
      .execute();
    expect((await refused(product.owner, product)).code).toBe('SESSION_ON_AIR');
  });
});

describe('of a cancelled showing', () => {
  it('no ticket is sold', async () => {
    const product = await twoDates();
    await cancel(product.owner, product);
    const as = await aViewer();
    expect(await refusal(ordersContract.startOrder, { as, body: orderForm(product) })).toEqual({
      status: 409,
      code: 'SESSION_CANCELLED',
      fields: { 'items.0': 'invalid' },
    });
    const checkout = await call(salesContract.getCheckout, { as, params: { slug: product.slug } });
    expect(checkout.sessions.map(({ open }) => open)).toEqual([false, true]);
    await anOrder({ product, buyer: as, form: { sessionId: product.sessions[1]?.id ?? null } });
  });

  it('nothing goes on air', async () => {
    const product = await aProduct();
    await cancel(product.owner, product);
    const as = product.owner;
    const params = { slug: product.slug };
    expect((await call(liveContract.getBroadcast, { as, params })).refusal).toBe('cancelled');
    expect((await refusal(liveContract.startBroadcast, { as, params })).code).toBe(
      'SESSION_CANCELLED',
    );
  });

  it('what waits for its encoder belongs to the next one', async () => {
    const product = await twoDates();
    const [one, two] = product.sessions;
    const { id } = await db()
      .insertInto('broadcasts')
      .values({ product_id: product.id, session_id: one?.id ?? null })
      .returning('id')
      .executeTakeFirstOrThrow();
    await cancel(product.owner, product);
    const { session_id } = await db()
      .selectFrom('broadcasts')
      .select('session_id')
      .where('id', '=', id)
      .executeTakeFirstOrThrow();
    expect(session_id).toBe(two?.id);
  });

  it('the player says so instead of a countdown', async () => {
    const product = await aProduct();
    const holder = await aViewer();
    await aTicket({
      userId: holder.id,
      productId: product.id,
      sessionId: product.sessions[0]?.id ?? null,
    });
    await cancel(product.owner, product);
    const params = { slug: product.slug };
    expect(await call(playerContract.openPlayback, { as: holder, params, body: {} })).toMatchObject(
      {
        state: 'cancelled',
        startsAt: null,
        media: null,
      },
    );
  });
});
