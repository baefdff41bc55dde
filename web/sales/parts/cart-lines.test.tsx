import { describe, expect, it } from 'vitest';
import type { CartGroup, CartLine } from '#contract/cart.ts';
import { onAPage } from '#test/in-english.tsx';
import { lighthouse } from '#web/previews/parts/sample-shows.ts';
import { CartLines, type LineActs } from './cart-lines.tsx';

const act: LineActs = {
  ...{ remove: () => undefined, dropCode: () => undefined, setQuantity: () => undefined },
  busy: false,
};
const ticket = {
  ...{ id: 'ticket', kind: 'ticket', title: lighthouse.title, product: lighthouse, session: null },
  ...{ quantity: 1, most: null, code: null, subscription: null, openedBy: null },
  ...{ net: 1000, tax: 210, total: 1210, costBefore: null, fault: null, item: null },
} as unknown as CartLine;
const month: CartLine = {
  ...ticket,
  ...{ id: 'month', kind: 'subscription', title: 'Northlight', product: null },
  subscription: { term: 'month', products: 3, renewsAt: '2026-12-30T11:00:00.000Z' },
};
const { channel } = lighthouse;
const group = { channel, currency: 'EUR' } as CartGroup;
const shown = (lines: CartLine[], given: { act?: LineActs; of?: CartGroup } = { act }) =>
  onAPage(
    <CartLines group={{ ...(given.of ?? group), lines }} {...(given.act && { act: given.act })} />,
  );

const ofProduct = `href="/products/${lighthouse.slug}"`;
const ofChannel = `href="/channels/${channel.slug}"`;

describe('what is in a cart', () => {
  it('leads to its page by its title, where it is not paid already', () => {
    const cart = shown([ticket, month]);
    expect(cart).toContain(ofProduct);
    expect(cart).toContain(ofChannel);
    const checkout = shown([ticket, month], {});
    expect(checkout).not.toContain(ofProduct);
    expect(checkout).not.toContain(ofChannel);
  });

  it('that is private leads there by the code that opens it', () => {
    const hidden = { ...ticket, product: { ...lighthouse, status: 'private' }, code: 'FARO-1' };
    expect(shown([hidden as CartLine])).toContain(`${ofProduct.slice(0, -1)}?code=FARO-1"`);
    expect(shown([{ ...ticket, code: 'FARO-1' }])).toContain(ofProduct);
  });

  it('says of a subscription by what it goes on, what it opens and when it renews', () => {
    const cart = shown([month]);
    for (const word of ['cart.of', 'mine.price.month', 'subscribe.opens', 'cart.renews']) {
      expect(cart).toContain(word);
    }
    const once = { ...month, subscription: { term: 'once', products: 0, renewsAt: null } as const };
    const site = shown([once], { act, of: { ...group, channel: null } });
    for (const word of ['mine.price.once', 'site.opensNothing', 'subscribe.how.once']) {
      expect(site).toContain(word);
    }
    expect(site).toContain('href="/subscribe"');
  });

  it('says of a ticket that a subscription there opens it anyway, and of others not', () => {
    expect(shown([{ ...ticket, openedBy: 'channel' }])).toContain('cart.openedBy');
    expect(shown([ticket, month])).not.toContain('cart.openedBy');
  });

  it.each([
    ['ALREADY_SUBSCRIBED', 'cart.fault.subscribed'],
    ['SUBSCRIPTIONS_OFF', 'cart.fault.notOffered'],
    ['OWN_CHANNEL', 'cart.fault.ownChannel'],
  ] as const)('says of a subscription that is refused as %s why', (fault, word) => {
    const cart = shown([{ ...month, fault, subscription: null }]);
    expect(cart).toContain(word);
    expect(cart).not.toContain('mine.price');
  });

  it('has a code that can be taken out again where it is changed, and only read where it is paid', () => {
    const coded = { ...ticket, code: 'FARO-1' };
    expect(shown([coded])).toContain('cart.dropCode');
    const lapsed: CartLine = { ...coded, fault: 'COUPON_USED' };
    expect(shown([lapsed])).toContain('cart.dropCode');
    expect(shown([coded], {})).not.toContain('cart.dropCode');
    expect(shown([coded], {})).toContain('cart.withCode');
  });
});
