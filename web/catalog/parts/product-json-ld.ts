import type { ProductDetail } from '#contract/catalog.ts';
import { writeAmount } from '#contract/shared/money-text.ts';

const availability: Record<ProductDetail['sale'], string> = {
  open: 'InStock',
  not_yet: 'PreOrder',
  closed: 'Discontinued',
  sold_out: 'SoldOut',
};

/** A search engine reads no more than a few showings of one page. */
const mostShowings = 10;

/** The product as schema.org describes events on the web: one for each showing. */
export function productJsonLd(product: ProductDetail, publicUrl: string): object {
  const events = product.sessions
    .slice(0, mostShowings)
    .map((session) => eventOf(product, session, publicUrl));
  const context = 'https://schema.org';
  const [only] = events;
  return events.length === 1
    ? { '@context': context, ...only }
    : { '@context': context, '@graph': events };
}

function eventOf(
  product: ProductDetail,
  session: ProductDetail['sessions'][number],
  publicUrl: string,
): object {
  const { picture, channel, price } = product;
  const url = `${publicUrl}/products/${product.slug}`;
  return {
    '@type': 'Event',
    name: product.title,
    description: product.shortDescription,
    url,
    ...(picture
      ? { image: picture.widths.map((width) => `${publicUrl}/images/${picture.id}/${width}.jpg`) }
      : {}),
    startDate: session.startsAt,
    endDate: session.endsAt,
    inLanguage: product.language,
    eventStatus: 'https://schema.org/EventScheduled',
    eventAttendanceMode: 'https://schema.org/OnlineEventAttendanceMode',
    location: { '@type': 'VirtualLocation', url },
    organizer: {
      '@type': 'Organization',
      name: channel.title,
      url: `${publicUrl}/channels/${channel.slug}`,
    },
    isAccessibleForFree: price.total === 0,
    offers: {
      '@type': 'Offer',
      url,
      price: writeAmount(price.total, price.currency),
      priceCurrency: price.currency,
      availability: `https://schema.org/${availability[product.sale]}`,
      ...(product.salesStartsAt ? { validFrom: product.salesStartsAt } : {}),
    },
  };
}
