import { describe, expect, it } from 'vitest';
import type { ProductDetail } from '#contract/catalog.ts';
import type { SiteOffer } from '#contract/site-subscription.ts';
import { onAPage } from '#test/in-english.tsx';
import { lighthouse } from '#web/previews/parts/sample-shows.ts';
import { BuyPanel } from './buy-panel.tsx';

const showing = { ...lighthouse.session, open: true, ended: false };
const product = {
  ...lighthouse,
  sessions: [showing],
  sale: 'open',
  salesStartsAt: null,
  offerEndsAt: null,
  priceNote: '',
  can: { buy: true, gift: true, edit: false },
} as unknown as ProductDetail;

const panelOf = (change: object) => onAPage(<BuyPanel product={{ ...product, ...change }} />);

const wayOn = `href="/channels/${lighthouse.channel.slug}"`;
const soldOut = {
  sale: 'sold_out',
  sessions: [{ ...showing, seatsLeft: 0, open: false }],
  can: { buy: false, gift: false, edit: false },
};

describe('the panel with dates and tickets', () => {
  it('of what is on sale leads to a ticket, and nowhere else', () => {
    const panel = panelOf({});
    expect(panel).toContain('buy.ticket');
    expect(panel).not.toContain(wayOn);
    expect(panel).not.toContain('card.recorded');
  });

  it('of what is sold out or closed leads to other shows of the channel', () => {
    expect(panelOf(soldOut)).toContain(wayOn);
    expect(panelOf({ ...soldOut, sale: 'closed' })).toContain(wayOn);
  });

  it('of what costs something, while nothing is sold for money, says so and no price', () => {
    const barred = panelOf({ ...soldOut, sale: 'barred' });
    expect(barred).toContain('sale.barred');
    expect(barred).not.toContain('sale.closed');
    expect(barred).not.toContain('€');
    expect(panelOf({ ...soldOut, sale: 'closed' })).toContain('€');
  });

  it('of what a subscription alone opens says so, and where to', () => {
    const barred = { ...soldOut, sale: 'barred' as const };
    expect(panelOf({ ...barred, openedBy: 'channel' })).toContain('sale.byChannel');
    expect(panelOf({ ...barred, openedBy: 'channel' })).toContain('/subscribe');
    expect(panelOf({ ...barred, openedBy: 'site' })).toContain('sale.bySite');
  });

  it('of what is not out yet leads nowhere', () => {
    expect(panelOf({ ...soldOut, sale: 'closed', status: 'draft' })).not.toContain(wayOn);
    const later = { sale: 'not_yet', salesStartsAt: '2026-12-01T10:00:00Z' };
    expect(panelOf({ ...soldOut, ...later })).not.toContain(wayOn);
  });

  it('of a recording says that its date is of the past', () => {
    expect(panelOf({ past: 'recorded', sessions: [{ ...showing, ended: true }] })).toContain(
      'card.recorded',
    );
  });
});

describe('what the subscription to the whole site opens', () => {
  const price = { currency: 'EUR' as const, net: 1000, taxRate: 2100, tax: 210, total: 1210 };
  const withOffer = (siteOffer: SiteOffer | null) =>
    onAPage(<BuyPanel product={product} siteOffer={siteOffer} />);

  it('says so beside its ticket, with the price and the way there', () => {
    const panel = withOffer({ price, term: 'year' });
    expect(panel).toContain('href="/subscribe"');
    expect(panel).toContain('buy.bySitePrice.year');
    expect(panel).toContain('buy.ticket');
  });

  it('says nothing where that opens it not', () => {
    expect(withOffer(null)).not.toContain('/subscribe');
  });
});
