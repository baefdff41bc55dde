import { describe, expect, it } from 'vitest';
import type { ProductDetail } from '#contract/catalog.ts';
import { productJsonLd } from './product-json-ld.ts';

const session = {
  id: '01990000-0000-7000-8000-000000000001',
  startsAt: '2030-06-01T18:00:00.000Z',
  endsAt: '2030-06-01T19:30:00.000Z',
  zone: 'Europe/Madrid',
  durationMinutes: 90,
  capacity: null,
  seatsLeft: null,
  open: true,
  ended: false,
};

const product = {
  slug: 'noche',
  title: 'Noche',
  shortDescription: 'Una noche.',
  language: 'es',
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
  sessions: [session],
} as unknown as ProductDetail;

describe('a product for search engines', () => {
  it('is an event on the web with its price', () => {
    expect(productJsonLd(product, 'https://platea.test')).toEqual({
      '@context': 'https://schema.org',
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
      isAccessibleForFree: false,
      offers: {
        '@type': 'Offer',
        url: 'https://platea.test/products/noche',
        price: '12.10',
        priceCurrency: 'EUR',
        availability: 'https://schema.org/InStock',
      },
    });
  });

  it('with several showings is as many events, ten at most', () => {
    const sessions = Array.from({ length: 12 }, () => session);
    const { '@graph': graph } = productJsonLd({ ...product, sessions }, '') as {
      '@graph': object[];
    };
    expect(graph.length).toBe(10);
  });

  it('writes prices of currencies without cents as they are', () => {
    const price = { ...product.price, currency: 'JPY' as const, total: 1500 };
    const event = productJsonLd({ ...product, price }, '') as { offers: { price: string } };
    expect(event.offers.price).toBe('1500');
  });
});
