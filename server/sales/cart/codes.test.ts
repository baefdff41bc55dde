import { describe, expect, it } from 'vitest';
import { cartContract } from '#contract/cart.ts';
import { ordersContract } from '#contract/orders.ts';
import { aViewer, type Someone } from '#test/factories/accounts.ts';
import { aBundle, aProduct, type SomeProduct } from '#test/factories/catalog.ts';
import { anOrder, aPaidOrder, cartForm, pay } from '#test/factories/sales.ts';
import { aThing } from '#test/factories/shipments.ts';
import { aPaidChannel, wishToFollow } from '#test/factories/subscriptions.ts';
import { aCode } from '#test/factories/tickets.ts';
import { call, refusal } from '#test/story.ts';

const put = (as: Someone, { slug, sessions }: SomeProduct) =>
  call(cartContract.addToCart, {
    as,
    body: { kind: 'ticket', productSlug: slug, sessionId: sessions[0]?.id ?? null, code: null },
  });
const cartOf = (as: Someone) => call(cartContract.getCart, { as });
const use = (as: Someone, code: string) => call(cartContract.useCodeInCart, { as, body: { code } });
const refused = async (as: Someone, code: string) =>
  (await refusal(cartContract.useCodeInCart, { as, body: { code } })).code;
const pricesOf = async (as: Someone) =>
  (await cartOf(as)).groups.flatMap(({ lines }) => lines.map(({ code, total }) => [code, total]));

describe('a code that is typed in the cart', () => {
  it('goes to what it is for, whatever else is there, and is paid so', async () => {
    const first = await aProduct();
    const { channel } = first;
    const second = await aProduct({ channel });
    await aPaidChannel({ channel });
    const as = await aViewer();
    await put(as, first);
    await put(as, second);
    await wishToFollow(as, channel);
    const code = await aCode(second);
    const { groups } = await use(as, code.toLowerCase());
    expect(await pricesOf(as)).toEqual([
      [null, 1210],
      [code, 605],
      [null, 499],
    ]);
    const items = groups[0]?.lines.flatMap(({ item }) => item ?? []) ?? [];
    const placed = await call(ordersContract.startOrder, { as, body: cartForm(items) });
    // Their own order holds it: it is theirs to use.
    expect((await use(as, code)).groups[0]?.lines[1]?.code).toBe(code);
    expect(await pay(as, placed)).toMatchObject({ state: 'paid', total: 2314 });
  });

  it('is taken out again at its line', async () => {
    const show = await aProduct();
    const as = await aViewer();
    await put(as, show);
    const { groups } = await use(as, await aCode(show));
    const params = { id: groups[0]?.lines[0]?.id ?? '' };
    await call(cartContract.changeCart, { as, params, body: { code: null } });
    expect(await pricesOf(as)).toEqual([[null, 1210]]);
  });

  it('goes to a bundle too', async () => {
    const a = await aProduct();
    const bundle = await aBundle([a, await aProduct({ channel: a.channel })]);
    const as = await aViewer();
    const body = { kind: 'bundle' as const, productSlug: bundle.slug };
    await call(cartContract.addToCart, { as, body });
    const code = await aCode(bundle);
    await use(as, code);
    expect(await pricesOf(as)).toEqual([[code, 605]]);
  });

  it('is refused where it is for nothing there, used, or none, and changes nothing', async () => {
    const [show, other] = [await aProduct(), await aProduct()];
    const thing = await aThing();
    const as = await aViewer();
    expect(await refused(as, await aCode(show))).toBe('COUPON_INVALID');
    await put(as, show);
    const body = { kind: 'physical' as const, productSlug: thing.slug };
    await call(cartContract.addToCart, { as, body });
    const used = await aCode(show);
    await aPaidOrder({ product: show, form: { code: used, expectedTotal: 605 } });
    const held = await aCode(show);
    await anOrder({ product: show, form: { code: held, expectedTotal: 605 } });
    expect(await refused(as, await aCode(other))).toBe('COUPON_INVALID');
    expect(await refused(as, used)).toBe('COUPON_USED');
    expect(await refused(as, held)).toBe('COUPON_USED');
    expect(await refused(as, 'NOSUCHCODE')).toBe('COUPON_UNKNOWN');
    expect(await pricesOf(as)).toEqual([
      [null, 1210],
      [null, 1210],
    ]);
    const stranger = { body: { code: used } };
    expect((await refusal(cartContract.useCodeInCart, stranger)).status).toBe(401);
  });

  it('is offered where something may have one', async () => {
    const show = await aProduct();
    const free = await aProduct({ plan: 'free', price: 0 });
    const thing = await aThing();
    const channel = await aPaidChannel();
    const as = await aViewer();
    await put(as, show);
    await put(as, free);
    const body = { kind: 'physical' as const, productSlug: thing.slug };
    await call(cartContract.addToCart, { as, body });
    const { groups } = await wishToFollow(as, channel);
    expect(groups.map(({ can }) => can.useCode)).toEqual([true, false, false, false]);
  });
});
