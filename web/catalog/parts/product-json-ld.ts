import type { ProductDetail } from '#contract/catalog.ts';
import { writeAmount } from '#contract/shared/money-text.ts';
import type { PageContext } from '#web/platform/load-context.ts';
import { breadcrumbs, durationText, graphOf } from '#web/ui/structured.ts';

const availability: Record<ProductDetail['sale'], string> = {
  open: 'InStock',
  not_yet: 'PreOrder',
  closed: 'Discontinued',
  barred: 'OutOfStock',
  sold_out: 'SoldOut',
};

/** A search engine reads no more than a few showings of one page. */
const mostShowings = 10;

type Site = Pick<PageContext, 'publicUrl' | 'brand'>;

/** The product as schema.org knows it: an event for each showing, and the recording. */
export function productJsonLd(product: ProductDetail, { publicUrl, brand }: Site): object {
  const { channel, recording, sessions, slug, title } = product;
  return graphOf(
    ...sessions.slice(0, mostShowings).map((session) => eventOf(product, session, publicUrl)),
    recording && videoOf(product, recording, publicUrl),
    breadcrumbs(publicUrl, [
      { name: brand.name, path: '/' },
      { name: channel.title, path: `/channels/${channel.slug}` },
      { name: title, path: `/products/${slug}` },
    ]),
  );
}

const addressOf = ({ slug }: ProductDetail, publicUrl: string) => `${publicUrl}/products/${slug}`;

const picturesOf = ({ picture }: ProductDetail, publicUrl: string): string[] =>
  picture?.widths.map((width) => `${publicUrl}/images/${picture.id}/${width}.jpg`) ?? [];

const descriptionOf = ({ shortDescription, title }: ProductDetail) => shortDescription || title;

type Showing = ProductDetail['sessions'][number];

function eventOf(product: ProductDetail, session: Showing, publicUrl: string): object {
  const { channel, price, production } = product;
  const url = addressOf(product, publicUrl);
  const images = picturesOf(product, publicUrl);
  const organizer = {
    '@type': 'Organization',
    name: channel.title,
    url: `${publicUrl}/channels/${channel.slug}`,
  };
  return {
    '@type': 'Event',
    name: product.title,
    description: descriptionOf(product),
    url,
    ...(images.length > 0 ? { image: images } : {}),
    startDate: session.startsAt,
    endDate: session.endsAt,
    inLanguage: product.language,
    eventStatus: `https://schema.org/Event${session.cancelledAt ? 'Cancelled' : 'Scheduled'}`,
    eventAttendanceMode: 'https://schema.org/OnlineEventAttendanceMode',
    location: { '@type': 'VirtualLocation', url },
    organizer,
    performer: { '@type': 'PerformingGroup', name: production || channel.title },
    isAccessibleForFree: price.total === 0,
    ...(product.sale === 'barred' ? {} : { offers: offerOf(product, session, url) }),
  };
}

const offerOf = (product: ProductDetail, session: Showing, url: string) => ({
  '@type': 'Offer',
  url,
  price: writeAmount(product.price.total, product.price.currency),
  priceCurrency: product.price.currency,
  availability: `https://schema.org/${availabilityOf(product, session)}`,
  ...validFrom(product),
});

/** A showing that is full or cancelled cannot be had, though another still can. */
function availabilityOf({ sale }: ProductDetail, { seatsLeft, cancelledAt }: Showing): string {
  if (cancelledAt) return availability.closed;
  return sale === 'open' && seatsLeft === 0 ? availability.sold_out : availability[sale];
}

const validFrom = ({ salesStartsAt, publishedAt }: ProductDetail): { validFrom?: string } => {
  const from = salesStartsAt ?? publishedAt;
  return from ? { validFrom: from } : {};
};

type Recording = NonNullable<ProductDetail['recording']>;

function videoOf(product: ProductDetail, recording: Recording, publicUrl: string): object | null {
  const thumbnails = picturesOf(product, publicUrl);
  // Without a picture a search engine takes no video at all.
  if (thumbnails.length === 0) return null;
  return {
    '@type': 'VideoObject',
    name: product.title,
    description: descriptionOf(product),
    thumbnailUrl: thumbnails,
    uploadDate: recording.recordedAt,
    duration: durationText(recording.seconds),
    inLanguage: product.language,
    url: addressOf(product, publicUrl),
    isAccessibleForFree: product.price.total === 0,
  };
}
