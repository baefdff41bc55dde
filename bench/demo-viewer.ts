import { castList } from '#server/demo/cast.ts';

type Show = { slug: string; channel: { slug: string }; past: string | null };
type Mine = { ticket: object | null; can: { buy: boolean; watch: boolean } };
type Checkout = { price: { total: number }; sessions: { id: string }[] };
type Order = { id: string; next: { kind: string } };

/** The viewer of the demonstration, by the API of a running product. */
export async function demoViewer(base: string) {
  const { email, password } = castList.find(({ key }) => key === 'viewer') ?? {};
  const stranger = asker(base, '');
  const session = await stranger<{ authToken: string }>('/api/sessions', { email, password });
  const ask = asker(base, session.authToken);
  return { session, findShow: () => findShow(ask) };
}

type Ask = <T>(path: string, body?: object) => Promise<T>;

const asker =
  (base: string, token: string): Ask =>
  async <T>(path: string, body?: object) => {
    const answer = await fetch(base + path, {
      method: body ? 'POST' : 'GET',
      headers: {
        ...(token ? { Authorization: `Bearer ${token}` } : {}),
        ...(body
          ? { 'Content-Type': 'application/json', 'Idempotency-Key': crypto.randomUUID() }
          : {}),
      },
      ...(body ? { body: JSON.stringify(body) } : {}),
    });
    if (!answer.ok) throw new Error(`${path}: ${answer.status} ${await answer.text()}`);
    return (await answer.json()) as T;
  };

/**
 * A show that the viewer can watch: one that is over and recorded, for which a ticket is bought. The
 * demonstration makes its recordings after its doors are open.
 */
async function findShow(ask: Ask): Promise<Show> {
  const deadline = performance.now() + 300_000;
  while (performance.now() < deadline) {
    const { items } = await ask<{ items: Show[] }>('/api/products?size=50&when=past');
    // While its recording is made, it is on air once more.
    const recorded = items.filter(({ past }) => past === 'recorded');
    for (const show of recorded) if (await canBeWatched(ask, show.slug)) return show;
    await new Promise((next) => setTimeout(next, 1000));
  }
  throw new Error('the viewer of the demonstration finds nothing to watch');
}

async function canBeWatched(ask: Ask, slug: string): Promise<boolean> {
  const mine = await ask<Mine>(`/api/products/${slug}/mine`);
  if (mine.ticket) return mine.can.watch;
  if (mine.can.buy) await buy(ask, slug);
  return false;
}

async function buy(ask: Ask, slug: string): Promise<void> {
  const { price, sessions } = await ask<Checkout>(`/api/products/${slug}/checkout`);
  const order = await ask<Order>('/api/orders', {
    items: [
      {
        kind: 'ticket',
        productSlug: slug,
        sessionId: sessions[0]?.id ?? null,
        expectedTotal: price.total,
      },
    ],
    expectedTotal: price.total,
    acceptTerms: true,
  });
  if (order.next.kind !== 'pay') return;
  const card = { number: '4242 4242 4242 4242', expiry: '12/40', cvc: '123' };
  await ask(`/api/orders/${order.id}/payment`, { card });
}
