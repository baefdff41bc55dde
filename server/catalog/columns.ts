import type { ProductPatch } from '#contract/catalog.ts';
import { refuse } from '#server/platform/errors.ts';
import { cleanDescription } from './description.ts';
import type { Faults, Times } from './forms.rules.ts';
import type { Priced } from './prices.rules.ts';
import type { ProductValues } from './products.store.ts';

/** Stops with VALIDATION when a rule found something wrong. */
export function demandNoFaults(faults: Faults): void {
  if (Object.keys(faults).length > 0) refuse('VALIDATION', { fields: faults });
}

/** What a form says, as the table keeps it. The description is cleaned here, on its way in. */
export function columnsOf(
  patch: ProductPatch,
  { prices, times }: { prices: Priced; times: Times },
): ProductValues {
  const { description } = patch;
  return {
    title: patch.title,
    language: patch.language,
    short_description: patch.shortDescription,
    description: description === undefined ? undefined : cleanDescription(description),
    price_note: patch.priceNote,
    image_id: patch.pictureId,
    ...sourceColumns(patch),
    trailer_url: patch.trailerUrl,
    categories: tidy(patch.categories),
    tags: tidy(patch.tags),
    production: patch.production,
    production_year: patch.productionYear,
    production_country: patch.productionCountry,
    suggested_age: patch.suggestedAge,
    technical_sheet: patch.technicalSheet,
    additional_info: patch.additionalInfo,
    expiration_hours: patch.expirationHours,
    ...priceColumns(prices),
    sales_starts_at: times.salesStartsAt,
    sales_ends_at: times.salesEndsAt,
    expires_at: times.expiresAt,
    banner_image_id: patch.banner?.pictureId,
    banner_alt: patch.banner?.alt,
    banner_url: patch.banner?.url,
  };
}

/** Whoever chooses an upload lets go of a recording, and the other way round. */
const sourceColumns = ({ assetId, recordingId }: ProductPatch) => ({
  asset_id: recordingId ? null : assetId,
  replayed_broadcast_id: assetId ? null : recordingId,
});

const priceColumns = ({ plan, currency, net, taxRate, tax, total, offer }: Priced) => ({
  plan,
  currency,
  net,
  tax_rate: taxRate,
  tax,
  total,
  offer_net: offer?.net ?? null,
  offer_tax: offer?.tax ?? null,
  offer_starts_at: offer?.startsAt ?? null,
  offer_ends_at: offer?.endsAt ?? null,
});

/** Each word once, whatever its case. */
function tidy(words: string[] | undefined): string[] | undefined {
  if (words === undefined) return undefined;
  const kept = new Map<string, string>();
  for (const word of words) if (!kept.has(word.toLowerCase())) kept.set(word.toLowerCase(), word);
  return [...kept.values()];
}
