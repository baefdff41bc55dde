import type { ChannelChange, ChannelClassification, MyChannel } from '#contract/channels.ts';
import type { CurrencyCode } from '#contract/shared/currencies.ts';

/** What the form of a channel holds: what was saved, by the names of its fields. */
export type ChannelForm = ReturnType<typeof formOf>;

export function formOf(channel: MyChannel) {
  const { title, description, businessName, classification, tags, social } = channel;
  const { marketplaceUrl, billing, subscription } = channel;
  const { enabled, currency, taxRate, total } = subscription;
  return {
    ...{ title, description, businessName, tags, social, marketplaceUrl, billing },
    classification: classification as string | null,
    subscription: {
      enabled,
      currency: currency as CurrencyCode | null,
      taxRate: taxRate as number | null,
      total: total as number | null,
    },
    logoId: channel.logo?.id ?? null,
    profileImageId: channel.profileImage?.id ?? null,
    coverImageId: channel.cover?.id ?? null,
  };
}

/** The form as the endpoint takes it: what was emptied is empty. */
export function changeOf(form: ChannelForm): ChannelChange {
  const { classification, subscription, billing, ...rest } = form;
  return {
    ...rest,
    billing: { ...billing, country: billing.country ?? '' },
    classification: (classification ?? '') as ChannelClassification | '',
    subscription: {
      enabled: subscription.enabled,
      currency: subscription.currency ?? 'EUR',
      taxRate: subscription.taxRate ?? 0,
      total: subscription.total ?? 0,
    },
  };
}
