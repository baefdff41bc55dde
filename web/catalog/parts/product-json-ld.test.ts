import { describe, expect, it } from 'vitest';
import type { ProductDetail } from '#contract/catalog.ts';
import { house } from '#contract/shared/brand.ts';
import { judge } from '#test/rich-results.ts';
import { productJsonLd } from './product-json-ld.ts';

const session = {
  id: '01990000-0000-7000-8000-000000000001',
  startsAt: '2030-06-01T18:00:00.000Z',
  endsAt: '2030-06-01T19:30:00.000Z',
  zone: 'Europe/Madrid',
  durationMinutes: 90,
  capacity: null,
  seatsLeft: null as number | null,
  cancelledAt: null as string | null,
  open: true,
  ended: false,
};

const product = {
  slug: 'noche',
  title: 'Noche',
  shortDescription: 'Una noche.',
  language: 'es',
  production: '',
  picture: { id: 'p1', width: 1100, height: 650, widths: [320, 1100], placeholder: '' },
  channel: { id: 'c1', slug: 'sala', title: 'Sala', logo: null },
  price: {
    currency: 'EUR',
    net: 1000,
    tax: 210,
    total: 1210,
    taxRate: 2100,
    from: 'product',
    before: null,
  },
  sale: 'open',
  salesStartsAt: null,
  publishedAt: '2030-01-01T10:00:00.000Z',
  recording: null,
  sessions: [session],
} as unknown as ProductDetail;

type Node = Record<string, unknown>;
const written = (given: ProductDetail) =>
  productJsonLd(given, { publicUrl: 'https://platea.test', brand: house }) as { '@graph': Node[] };
const nodesOf = (given: ProductDetail, type: string) =>
  written(given)['@graph'].filter((node) => node['@type'] === type);

describe('a product for search engines', () => {
  it('is an event on the web with its price', () => {
    expect(nodesOf(product, 'Event')).toEqual([
      {
        '@type': 'Event',
        name: 'Noche',
        description: 'Una noche.',
        url: 'https://platea.test/products/noche',
        image: ['https://platea.test/images/p1/320.jpg', 'https://platea.test/images/p1/1100.jpg'],
        startDate: '2030-06-01T18:00:00.000Z',
        endDate: '2030-06-01T19:30:00.000Z',
        inLanguage: 'es',
        eventStatus: 'https://schema.org/EventScheduled',
        eventAttendanceMode: 'https://schema.org/OnlineEventAttendanceMode',
        location: { '@type': 'VirtualLocation', url: 'https://platea.test/products/noche' },
        organizer: {
          '@type': 'Organization',
          name: 'Sala',
          url: 'https://platea.test/channels/sala',
        },
        performer: { '@type': 'PerformingGroup', name: 'Sala' },
        isAccessibleForFree: false,
        offers: {
          '@type': 'Offer',
          url: 'https://platea.test/products/noche',
          price: '12.10',
          priceCurrency: 'EUR',
          availability: 'https://schema.org/InStock',
          validFrom: '2030-01-01T10:00:00.000Z',
        },
      },
    ]);
  });

  it('has everything that a search engine asks for, with a recording too', () => {
    const recorded = {
      ...product,
      recording: { seconds: 5445, recordedAt: '2030-06-01T19:31:00.000Z' },
    };
    for (const given of [product, recorded, { ...product, shortDescription: '' }]) {
      expect(judge(written(given))).toEqual({ errors: [], warnings: [] });
    }
    expect(nodesOf(recorded, 'VideoObject').map(({ duration }) => duration)).toEqual([
      'PT1H30M45S',
    ]);
  });

  it('fails the judge when something is missing or written otherwise', () => {
    const { '@graph': graph, ...head } = written(product);
    const [event, crumbs] = graph as [Node, Node];
    const { location: _, ...rest } = event;
    const broken = { ...rest, startDate: '2030-06-01', url: '/products/noche' };
    expect(judge({ ...head, '@graph': [broken, crumbs] }).errors).toEqual([
      'Event.location',
      'Event.url = /products/noche',
      'Event.startDate = 2030-06-01',
    ]);
  });

  it('leads back to the channel and the home page', () => {
    const [crumbs] = nodesOf(product, 'BreadcrumbList') as [{ itemListElement: Node[] }];
    expect(crumbs.itemListElement.map(({ item }) => item)).toEqual([
      'https://platea.test/',
      'https://platea.test/channels/sala',
      'https://platea.test/products/noche',
    ]);
  });

  it('with several showings is as many events, ten at most; a full one is sold out', () => {
    const sessions = Array.from({ length: 12 }, (_, index) => ({
      ...session,
      seatsLeft: index === 0 ? 0 : 5,
    }));
    const events = nodesOf({ ...product, sessions }, 'Event');
    const offered = events.map(({ offers }) => (offers as Node).availability);
    expect(offered).toEqual([
      'https://schema.org/SoldOut',
      ...Array(9).fill('https://schema.org/InStock'),
    ]);
  });

  it('says of a cancelled showing that it is, and that it cannot be had', () => {
    const cancelled = { ...session, cancelledAt: '2030-05-01T09:00:00.000Z', open: false };
    const events = nodesOf({ ...product, sessions: [cancelled, session] }, 'Event');
    const said = events.map(({ eventStatus, offers }) => [
      eventStatus,
      (offers as Node).availability,
    ]);
    expect(said).toEqual([
      ['https://schema.org/EventCancelled', 'https://schema.org/Discontinued'],
      ['https://schema.org/EventScheduled', 'https://schema.org/InStock'],
    ]);
  });

  it('without a picture has no video, which would need one', () => {
    const recording = { seconds: 60, recordedAt: '2030-06-01T19:31:00.000Z' };
    expect(nodesOf({ ...product, picture: null, recording }, 'VideoObject')).toEqual([]);
  });

  it('writes prices of currencies without cents as they are', () => {
    const price = { ...product.price, currency: 'JPY' as const, total: 1500 };
    const [event] = nodesOf({ ...product, price }, 'Event') as [{ offers: Node }];
    expect(event.offers.price).toBe('1500');
  });
});
