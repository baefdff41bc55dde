import type { Picture } from '#contract/media.ts';
import type { Language } from '#contract/shared/languages.ts';
import type { LetterGift } from '#server/gifts/index.ts';
import {
  countryNames,
  type InvoicePaper,
  inEuro,
  type Party,
  taxesByRate,
  type WholeInvoice,
} from '#server/payments/index.ts';
import type { CancelledShow, LetterOrder } from '#server/sales/index.ts';

/** Words that people of these languages would have typed. */
const typed = {
  en: {
    ...{ title: 'The Lighthouse Keeper’s Daughter', channel: 'Northlight Sessions' },
    reason: 'The singer has lost her voice.\nWe are sorry, and hope to see you in spring.',
    back: 'Your description says nothing about your shows yet.\nTwo sentences will do.',
    words: 'For the long winter.\nSee you in the front row.',
  },
  es: {
    ...{ title: 'La hija del farero: última función de la temporada', channel: 'Teatro del Faro' },
    reason: 'La cantante se ha quedado sin voz.\nLo sentimos y esperamos verte en primavera.',
    back: 'La descripción aún no dice nada de tus espectáculos.\nBastan dos frases.',
    words: 'Para el invierno largo.\nNos vemos en primera fila.',
  },
  pt: {
    ...{ title: 'A filha do faroleiro: canções e histórias', channel: 'Sala Maré' },
    reason: 'A cantora perdeu a voz.\nPedimos desculpas e esperamos você na primavera.',
    back: 'A descrição ainda não fala dos seus shows.\nDuas frases bastam.',
    words: 'Para o longo inverno.\nNos vemos na primeira fila.',
  },
} as const satisfies Record<Language, Record<string, string>>;

const zones = { en: 'Europe/London', es: 'Europe/Madrid', pt: 'America/Sao_Paulo' } as const;
export const wordsTyped = (language: Language) => typed[language];

export const samplePerson = (language: Language) => ({
  id: '01997f6e-0000-7abc-9def-000000000001',
  email: 'ana.prats@example.org',
  name: 'Ana',
  language,
  timezone: zones[language],
});

const starts = '2026-12-18T19:30:00Z';
const orderId = '01997f6e-2f1c-7abc-9def-0123456789ab';
const orderNumber = 'K7M4-X2QP';

export const sampleShow = (language: Language, picture: Picture | null) => ({
  title: typed[language].title,
  slug: 'sample',
  channelTitle: typed[language].channel,
  startsAt: starts,
  picture,
});

export const sampleCancelledShow = (
  language: Language,
  picture: Picture | null,
): CancelledShow => ({
  ...sampleShow(language, picture),
  ...{ sessionId: orderId, ownerId: orderId, endsAt: '2026-12-18T21:00:00Z' },
  ...{ cancelledAt: '2026-12-10T09:00:00Z', reason: typed[language].reason },
});

export function sampleGift(language: Language, picture: Picture | null): LetterGift {
  const { title, channelTitle, startsAt } = sampleShow(language, picture);
  const { id, email, name, timezone } = samplePerson(language);
  return {
    ...{
      id: orderId,
      orderId,
      token: 'a1B2c3D4e5F6g7H8i9J0',
      title,
      channelTitle,
      startsAt,
      picture,
    },
    ...{ expiresAt: '2026-12-18T21:00:00Z', message: typed[language].words },
    to: { email: 'leo@example.org', name: 'Leo', language, timezone },
    giver: { id, email, name, full: 'Ana Prats', isGone: false, language, timezone },
  };
}

const buyer: Party = {
  ...{ name: 'Ana Prats', taxId: '', address: 'Calle de la Luna 14, 3.º B', city: 'Madrid' },
  ...{ postalCode: '28004', country: 'ES', email: 'ana.prats@example.org' },
};

export function sampleOrder(language: Language, picture: Picture | null): LetterOrder {
  const { title, slug, channelTitle, startsAt } = sampleShow(language, picture);
  const line = {
    ...{ id: orderId, title, slug, startsAt, endsAt: '2026-12-18T21:00:00Z', sessionId: orderId },
    ...({ cancelledAt: null, kind: 'ticket', total: 2450, refunded: 2450 } as const),
    ...({ to: null, pickup: null } as const),
  };
  const invoice = { currency: 'EUR', issuedAt: '2026-11-28T11:03:00Z' } as const;
  const { name: _, taxId: nif, email, ...address } = buyer;
  return {
    ...{
      id: orderId,
      number: orderNumber,
      buyerId: orderId,
      channelId: orderId,
      productIds: [orderId],
    },
    ticketsFor: [orderId],
    ...{ channelTitle, chosen: [line], shows: [line] },
    ...{ language, picture, timezone: zones[language], currency: 'EUR', total: 2450 },
    buyer: {
      ...{ email, name: 'Ana', surname: 'Prats', country: 'ES' },
      billing: { ...address, nif, company: '' },
    },
    invoices: [
      { ...invoice, id: 'invoice', number: '2026-KTRM-000041', kind: 'sale', total: 2450 },
      { ...invoice, id: 'credit', number: 'R2026-KTRM-000003', kind: 'rectifying', total: -2450 },
    ],
    refunds: [
      {
        ...{ id: 'refund', amount: 2450, reason: typed[language].reason, isStray: false },
        ...{ isOtherwise: false, titles: [title] },
      },
    ],
  };
}

const lineOf = (title: string, [net, tax, taxRate]: [number, number, number]) => ({
  ...{ title, startsAt: starts, taxRate, net, tax, total: net + tax },
});

/**
 * The papers there are; `foreign` is one whose issuer is not in Spain, `dollars` one in another currency
 * whose issuer is, `long` one whose lines go on over pages, about names that are hard to set.
 */
export const paperKinds = [
  'simplified',
  'full',
  'rectifying',
  'foreign',
  'dollars',
  'long',
] as const;
export type PaperKind = (typeof paperKinds)[number];

export function samplePaper(kind: PaperKind, language: Language): WholeInvoice {
  const { title, reason } = typed[language];
  const isBack = kind === 'rectifying';
  const rows = kind === 'long' ? 60 : 1;
  const lines = Array.from({ length: rows }, (_, at) => {
    const sums: [number, number, number] = at % 3 === 1 ? [2227, 223, 1000] : [2025, 425, 2100];
    const [net, tax, rate] = isBack ? [-2025, -425, 2100] : sums;
    return lineOf(rows > 1 ? `${title} (${at + 1})` : title, [net, tax, rate]);
  });
  const sum = (of: 'net' | 'tax' | 'total') => lines.reduce((all, line) => all + line[of], 0);
  const currency = kind === 'dollars' ? 'USD' : 'EUR';
  const rate = { millionths: 1_084_200, day: '2026-11-27' };
  const taxes = taxesByRate(lines);
  return {
    ...{ id: kind, language, currency, issuedAt: '2026-11-28T11:03:00Z' },
    ...{
      kind: isBack ? 'rectifying' : 'sale',
      number: isBack ? 'R2026-KTRM-000003' : '2026-KTRM-000041',
    },
    form: kind === 'simplified' || isBack ? 'simplified' : 'full',
    ...{ net: sum('net'), tax: sum('tax'), total: sum('total'), letterheadId: null },
    code: kind === 'foreign' ? null : { address: sampleCode, isVerifiable: kind !== 'full' },
    paper: {
      ...partiesOf(kind),
      ...{ lines, taxes, orderId, orderNumber },
      ...(currency === 'USD' ? { euro: inEuro(taxes, { currency, rate }) } : {}),
      countries: countryNames(['ES', 'PT'], language),
      paidWith: { provider: 'sandbox', lastFour: '4242' },
      corrects: isBack
        ? { number: '2026-KTRM-000041', issuedAt: '2026-11-20T11:00:00Z', reason }
        : null,
    },
  };
}

const issuer: Party = {
  ...{ name: 'Cellar Strings SL', taxId: 'B58818501', address: 'Calle Mayor 1', city: 'Madrid' },
  ...{ postalCode: '28013', country: 'ES', email: '' },
};

const sampleCode =
  'https://prewww2.aeat.es/wlpl/TIKE-CONT/ValidarQR?nif=B58818501&numserie=2026-KTRM-000041' +
  '&fecha=28-11-2026&importe=24.50';

const foreigner: Party = {
  ...{ name: 'Sala Maré Lda.', taxId: '501964843', address: 'Rua da Rosa 8', city: 'Lisboa' },
  ...{ postalCode: '1200-382', country: 'PT', email: '' },
};

function partiesOf(kind: PaperKind): Pick<InvoicePaper, 'issuer' | 'buyer'> {
  if (kind !== 'long') {
    const company = { ...buyer, name: 'Teatro Año Nuevo SA', taxId: 'A58818501' };
    const isFull = kind === 'full' || kind === 'foreign';
    return { issuer: kind === 'foreign' ? foreigner : issuer, buyer: isFull ? company : buyer };
  }
  return {
    issuer: { ...issuer, name: `Łódź & Façade ${'Companyia'.repeat(20)}` },
    buyer: { ...buyer, name: 'محمد عبد الله الحسيني', address: 'הרצל 12 דירה 4', city: 'Αθήνα 🎭' },
  };
}
