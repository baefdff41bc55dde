import { Temporal } from 'temporal-polyfill';
import { describe, expect, it } from 'vitest';
import { formOf, lockedChanges, nextPrices, nextTimes } from './forms.rules.ts';
import {
  canBeFeatured,
  isPublic,
  lockedParts,
  mayEdit,
  missingParts,
  type Product,
  pastShow,
  productCan,
  requiredParts,
  saleIsOpen,
  saleState,
  sessionIsOpen,
  slugFollowsTitle,
} from './products.rules.ts';

const now = Temporal.Instant.from('2026-05-01T12:00:00Z');
const session = {
  id: 's1',
  startsAt: '2026-05-10T18:00:00.000Z',
  endsAt: '2026-05-10T19:30:00.000Z',
  overAt: '2026-05-10T19:30:00.000Z',
  zone: 'Europe/Madrid',
  durationMinutes: 90,
  capacity: null,
  seatsHeld: 0,
  cancelledAt: null,
  cancelReason: '',
  onAir: false,
};

const complete: Product = {
  id: 'p',
  channelId: 'c',
  ownerId: 'owner',
  channel: { id: 'c', slug: 'sala', title: 'Sala', state: 'published', logo: null },
  type: 'broadcast',
  status: 'published',
  isRehearsal: false,
  closedAt: null,
  plan: 'paid',
  currency: 'EUR',
  net: 1000,
  taxRate: 2100,
  tax: 210,
  total: 1210,
  offer: null,
  title: 'Noche',
  slug: 'noche',
  language: 'es',
  shortDescription: 'Una noche.',
  description: '',
  priceNote: '',
  pictureId: 'picture',
  picture: null,
  banner: { pictureId: null, picture: null, alt: '', url: '' },
  trailerUrl: '',
  categories: [],
  tags: [],
  production: '',
  productionYear: null,
  productionCountry: '',
  suggestedAge: 'all',
  technicalSheet: '',
  additionalInfo: '',
  salesStartsAt: null,
  salesEndsAt: null,
  expirationHours: null,
  expiresAt: null,
  featured: false,
  publishedAt: null,
  createdAt: '2026-01-01T00:00:00.000Z',
  updatedAt: '2026-01-01T00:00:00.000Z',
  sessions: [session],
  watchable: false,
  recordingId: null,
  source: null,
  recording: null,
  assetId: null,
  asset: null,
  partCount: 0,
  stock: null,
  hasWay: false,
};
const with_ = (change: Partial<Product>): Product => ({ ...complete, ...change });

const owner = { id: 'owner', roles: ['USER', 'PRODUCER'] as const };
const admin = { id: 'other', roles: ['USER', 'ADMIN'] as const };

describe('what can be done with a product', () => {
  it.each([
    [
      'draft',
      { publish: true, makePrivate: true, withdraw: false, delete: true, removeSession: true },
    ],
    [
      'published',
      { publish: false, makePrivate: true, withdraw: true, delete: false, removeSession: false },
    ],
    [
      'private',
      { publish: true, makePrivate: false, withdraw: true, delete: false, removeSession: false },
    ],
  ] as const)('when it is %s', (status, can) => {
    const always = {
      edit: true,
      addSession: true,
      replaceSource: true,
      duplicate: true,
      feature: false,
    };
    expect(productCan(owner, with_({ status }), now)).toEqual({ ...always, ...can });
  });

  it('includes the place on the home page for administrators, once everyone can see it', () => {
    const can = (['draft', 'published', 'private'] as const).map(
      (status) => productCan(admin, with_({ status }), now).feature,
    );
    expect(can).toEqual([false, true, false]);
  });

  it('does not include leaving the draft while something is missing', () => {
    const can = productCan(owner, with_({ status: 'draft', pictureId: null }), now);
    expect([can.publish, can.makePrivate, can.edit]).toEqual([false, false, true]);
  });

  it('does not include ending a sale that has ended', () => {
    const withdraw = (salesEndsAt: string) =>
      productCan(owner, with_({ salesEndsAt }), now).withdraw;
    expect(withdraw('2026-05-01T12:00:00.000Z')).toBe(false);
    expect(withdraw('2026-05-01T12:00:00.001Z')).toBe(true);
  });

  it('locks channel, currency and showings, and keeps the address, out of the draft', () => {
    expect(lockedParts({ status: 'draft' })).toEqual([]);
    expect(requiredParts({ status: 'draft', type: 'broadcast' })).toEqual([]);
    for (const status of ['published', 'private'] as const) {
      expect(lockedParts({ status })).toEqual(['channel', 'currency', 'sessions']);
      const texts = ['shortDescription', 'pictureId', 'price'];
      expect(requiredParts({ status, type: 'broadcast' })).toEqual(texts);
      expect(requiredParts({ status, type: 'vod' })).toEqual([...texts, 'assetId']);
      expect(slugFollowsTitle({ status })).toBe(false);
    }
    expect(slugFollowsTitle({ status: 'draft' })).toBe(true);
    expect(lockedChanges(complete, { channel: 'otra', currency: 'USD' })).toEqual({
      channel: 'invalid',
      currency: 'invalid',
    });
    expect(lockedChanges(complete, { channel: 'sala', currency: 'EUR', title: 'x' })).toEqual({});
    expect(lockedChanges(with_({ status: 'draft' }), { channel: 'otra' })).toEqual({});
  });

  it('is featured on the home page only while everyone can see it', () => {
    const can = (['draft', 'published', 'private'] as const).map((status) =>
      canBeFeatured({ status }),
    );
    expect(can).toEqual([false, true, false]);
  });
});

describe('who may work on a product', () => {
  it.each([
    [owner, true],
    [{ id: 'other', roles: ['USER', 'PRODUCER'] as const }, false],
    [admin, true],
    [null, false],
  ])('%o: %s', (person, may) => {
    expect(mayEdit(person, complete)).toBe(may);
  });
});

describe('what is missing before publishing', () => {
  const past = { ...session, overAt: '2026-05-01T12:00:00.000Z' };
  it.each([
    [{}, []],
    [{ shortDescription: '' }, ['shortDescription']],
    [{ pictureId: null }, ['pictureId']],
    [{ net: 0, tax: 0, total: 0 }, ['price']],
    [{ net: 0, tax: 0, total: 0, plan: 'free' as const }, []],
    [{ sessions: [] }, ['sessions']],
    [{ sessions: [past] }, ['futureSession']],
    [{ sessions: [past, session] }, []],
    [{ sessions: [past], watchable: true }, []],
    [{ channel: { ...complete.channel, state: 'in_review' as const } }, ['channel']],
    [{ type: 'physical' as const, sessions: [] }, ['stock', 'shipping']],
    [{ type: 'physical' as const, sessions: [], stock: { free: 0 } }, ['shipping']],
    [{ type: 'physical' as const, sessions: [], hasWay: true }, ['stock']],
    [{ type: 'physical' as const, sessions: [], hasWay: true, stock: { free: null } }, []],
  ])('%o → %o', (change, missing) => {
    expect(missingParts(with_(change), now)).toEqual(missing);
  });
});

describe('the sale', () => {
  const full = { ...session, capacity: 2, seatsHeld: 2 };
  const over = { ...session, overAt: '2026-05-01T12:00:00.000Z' };
  it.each([
    ['open', {}],
    ['open', { status: 'private' as const }],
    ['barred', { isBarred: true }],
    ['barred', { isBarred: true, sessions: [full] }],
    ['closed', { isBarred: true, salesEndsAt: '2026-05-01T12:00:00.000Z' }],
    ['closed', { status: 'draft' as const }],
    ['closed', { channel: { ...complete.channel, state: 'banned' as const } }],
    ['not_yet', { salesStartsAt: '2026-05-01T12:00:00.001Z' }],
    ['open', { salesStartsAt: '2026-05-01T12:00:00.000Z' }],
    ['open', { salesEndsAt: '2026-05-01T12:00:00.001Z' }],
    ['closed', { salesEndsAt: '2026-05-01T12:00:00.000Z' }],
    ['closed', { expiresAt: '2026-05-01T12:00:00.000Z' }],
    ['closed', { sessions: [over] }],
    ['open', { sessions: [over], watchable: true }],
    ['open', { sessions: [over, session] }],
    ['closed', { sessions: [] }],
    ['sold_out', { sessions: [full] }],
    ['sold_out', { sessions: [over, full] }],
    ['open', { sessions: [full, session] }],
  ] as const)('is %s with %o', (state, change) => {
    const product = with_(change as Partial<Product>);
    expect(saleState(product, now)).toBe(state);
    expect(saleIsOpen(product, now)).toBe(state === 'open' || state === 'sold_out');
  });

  it.each([
    [null, { lastEnd: null }],
    [null, { lastEnd: '2026-05-01T12:00:00.001Z' }],
    ['ended', { lastEnd: '2026-05-01T12:00:00.000Z' }],
    ['recorded', { watchable: true }],
    [null, { watchable: true, onAir: true }],
  ] as const)('leaves %s behind of %o', (left, change) => {
    const ended = { lastEnd: over.overAt, onAir: false, watchable: false };
    expect(pastShow({ ...ended, ...change }, now)).toBe(left);
  });

  it('of one showing is over when it has ended or is full', () => {
    const product = with_({ sessions: [over, full, session] });
    expect(product.sessions.map((each) => sessionIsOpen(product, each, now))).toEqual([
      false,
      false,
      true,
    ]);
  });
});

describe('what everyone can find', () => {
  it('is published in a published channel', () => {
    expect(isPublic(complete)).toBe(true);
    expect(isPublic(with_({ status: 'private' }))).toBe(false);
    expect(isPublic(with_({ channel: { ...complete.channel, state: 'draft' } }))).toBe(false);
  });
});

describe('the form of a product', () => {
  it('saved untouched changes neither price nor times, seconds included', () => {
    const product = with_({
      offer: {
        net: 826,
        tax: 174,
        total: 1000,
        startsAt: null,
        endsAt: '2026-05-02T10:00:00.000Z',
      },
      salesEndsAt: '2026-05-03T08:15:42.123Z',
    });
    const form = formOf(product);
    expect(form.salesEndsAt).toBe('2026-05-03T10:15');
    const { prices } = nextPrices(form, product);
    const { plan, currency, net, taxRate, tax, total, offer } = product;
    expect(prices).toEqual({ plan, currency, net, taxRate, tax, total, offer });
    expect(nextTimes(form, product)).toEqual({
      times: { salesStartsAt: null, salesEndsAt: product.salesEndsAt, expiresAt: null },
      faults: {},
    });
  });

  it('refuses a sale that ends before it starts and hours that do not exist', () => {
    expect(
      nextTimes(
        { salesStartsAt: '2026-05-02T10:00', salesEndsAt: '2026-05-02T09:00', expiresAt: null },
        complete,
      ).faults,
    ).toEqual({ salesEndsAt: 'end_before_start' });
    expect(nextTimes({ expiresAt: '2026-03-29T02:15' }, complete).faults).toEqual({
      expiresAt: 'time_missing',
    });
  });
});
