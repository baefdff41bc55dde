import {
  type ChannelState,
  type ChannelWarning,
  type ReviewedField,
  reviewedFields,
} from '#contract/channels.ts';
import { faultOfIban } from '#contract/shared/iban.ts';
import { taxIdCanExist } from '#contract/shared/tax-ids.ts';

/** What can be done to a channel that changes its state. */
export type ChannelStep =
  | 'submit'
  | 'approve'
  | 'sendBack'
  | 'deactivate'
  | 'ban'
  | 'unban'
  | 'loseOwner';

type Step = { from: readonly ChannelState[]; to: ChannelState };

/**
 * The whole life of a channel. The first four are its own way, then the team's two; the last one
 * follows when its owner may not log in any more.
 */
export const channelSteps: Record<ChannelStep, Step> = {
  submit: { from: ['draft'], to: 'in_review' },
  approve: { from: ['in_review'], to: 'published' },
  sendBack: { from: ['in_review'], to: 'draft' },
  deactivate: { from: ['published'], to: 'draft' },
  ban: { from: ['draft', 'in_review', 'published'], to: 'banned' },
  unban: { from: ['banned'], to: 'draft' },
  loseOwner: { from: ['in_review', 'published'], to: 'draft' },
};

/** Is this step possible in this state? */
export const canStep = (state: ChannelState, step: ChannelStep): boolean =>
  channelSteps[step].from.includes(state);

/** What is under review must stay as the reviewer reads it; a ban closes everything. */
export const canEdit = (state: ChannelState): boolean => state === 'draft' || state === 'published';

/** Products may be prepared while the channel waits, but not on one that is banned. */
export const canHoldNewProducts = (state: ChannelState): boolean => state !== 'banned';

export const canBeFeatured = (state: ChannelState): boolean => state === 'published';

/** An address that was once public lives on; before that it follows the title. */
export const slugFollowsTitle = (channel: { publishedOnce: boolean }): boolean =>
  !channel.publishedOnce;

type Filled = {
  title: string;
  description: string;
  businessName: string;
  classification: string;
  billing: {
    taxId: string;
    address: string;
    city: string;
    postalCode: string;
    country: string;
    iban: string;
  };
};

/** The fields that review asks for, as paths with what stands in them. */
function asReviewed(channel: Filled): [path: ReviewedField, value: string][] {
  const { title, description, businessName, classification, billing } = channel;
  const values: Record<ReviewedField, string> = {
    title,
    description,
    classification,
    businessName,
    'billing.taxId': billing.taxId,
    'billing.address': billing.address,
    'billing.city': billing.city,
    'billing.postalCode': billing.postalCode,
    'billing.country': billing.country,
  };
  return reviewedFields.map((path) => [path, values[path]]);
}

/** The fields that review asks for and that are still empty, as paths. */
export const missingFields = (channel: Filled): string[] =>
  asReviewed(channel).flatMap(([path, value]) => (value === '' ? [path] : []));

/** The fields that can no longer be emptied: what is public keeps what review asked for. */
export const requiredFields = (channel: { state: ChannelState }): string[] =>
  channel.state === 'published' ? [...reviewedFields] : ['title'];

/** Is the tax id one of its country, or still missing? Billing data are saved with no other. */
export const taxIdFits = ({ taxId, country }: { taxId: string; country: string }): boolean =>
  taxId === '' || taxIdCanExist(taxId, country);

/** What looks wrong in the papers as they are kept. */
export function warningsOf({ billing }: Pick<Filled, 'billing'>): ChannelWarning[] {
  const warnings: ChannelWarning[] = [];
  const { taxId, country, iban } = billing;
  if (!taxIdFits({ taxId, country })) {
    warnings.push({ field: 'billing.taxId', warning: 'tax_id_invalid' });
  }
  if (iban === '') warnings.push({ field: 'billing.iban', warning: 'iban_missing' });
  else if (faultOfIban(iban)) {
    warnings.push({ field: 'billing.iban', warning: 'iban_invalid' });
  }
  return warnings;
}

/** Tags as kept: single spaces, each once whatever its case. */
export function tidyTags(tags: readonly string[]): string[] {
  const seen = new Map<string, string>();
  for (const tag of tags) {
    const tidy = tag.trim().replaceAll(/\s+/g, ' ');
    if (tidy !== '' && !seen.has(tidy.toLowerCase())) seen.set(tidy.toLowerCase(), tidy);
  }
  return [...seen.values()];
}

/** What the owner can do now. */
export const ownerCan = (
  channel: { state: ChannelState },
  { missing, subscriptionsOn }: { missing: readonly string[]; subscriptionsOn: boolean },
) => ({
  edit: canEdit(channel.state),
  offerSubscription: canEdit(channel.state) && subscriptionsOn,
  submit: canStep(channel.state, 'submit') && missing.length === 0,
  deactivate: canStep(channel.state, 'deactivate'),
  createProduct: canHoldNewProducts(channel.state),
});

/** What an administrator can do now. */
export const teamCan = ({ state }: { state: ChannelState }) => ({
  approve: canStep(state, 'approve'),
  sendBack: canStep(state, 'sendBack'),
  ban: canStep(state, 'ban'),
  unban: canStep(state, 'unban'),
  feature: canBeFeatured(state),
});
