import type { ProductCard } from '#contract/catalog.ts';
import type { ChannelCard } from '#contract/channels.ts';

const none = '00000000-0000-7000-8000-000000000000';
const price = { currency: 'EUR', net: 1100, taxRate: 1000, tax: 110, total: 1210 } as const;

/** Shows of the demonstration, as lists get them. Pictures are of an installation: none stand here. */
export const lighthouse: ProductCard = {
  id: none,
  slug: 'la-luz-del-faro',
  type: 'broadcast',
  plan: 'paid',
  status: 'published',
  title: 'La luz del faro',
  shortDescription: '',
  language: 'es',
  picture: null,
  channel: { id: none, slug: 'teatro-del-faro', title: 'Teatro del Faro', logo: null },
  price: { ...price, from: 'product', before: null },
  session: {
    id: none,
    startsAt: '2026-12-05T19:30:00Z',
    endsAt: '2026-12-05T21:00:00Z',
    zone: 'Europe/Madrid',
    durationMinutes: 90,
    capacity: 400,
    seatsLeft: 120,
    cancelledAt: null,
  },
  sessionCount: 2,
  live: null,
  past: null,
  rehearsal: false,
  seconds: null,
  openedBy: null,
};

export const theatre: ChannelCard = {
  ...lighthouse.channel,
  description:
    'Teatro de texto junto al mar. Estrenos en directo desde una sala de noventa butacas.',
  classification: 'theatre',
  cover: null,
};

/** As long as a title may be, with a word that cannot be broken where one likes. */
export const longTitle =
  'Quijote a dos voces: lectura viva de los capítulos extraordinariamentedivertidísimos, con música de vihuela, un burro de cartón y la compañía entera';
