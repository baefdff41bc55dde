import type { ChannelChange, ChannelClassification, MyChannel } from '#contract/channels.ts';
import { changesIn } from '#web/ui/form-changes.ts';

/** What the form of a channel holds: what was saved, by the names of its fields. */
export type ChannelForm = ReturnType<typeof formOf>;

export function formOf(channel: MyChannel) {
  const { title, description, businessName, classification, tags, social } = channel;
  const { marketplaceUrl, billing } = channel;
  return {
    ...{ title, description, businessName, tags, social, marketplaceUrl, billing },
    classification: classification as string | null,
    logoId: channel.logo?.id ?? null,
    profileImageId: channel.profileImage?.id ?? null,
    coverImageId: channel.cover?.id ?? null,
    subscription: subscriptionOf(channel),
  };
}

const subscriptionOf = ({ subscription }: MyChannel) => {
  const { enabled, currency, taxRate, total } = subscription;
  return { enabled, currency, taxRate, total: total as number | null };
};

/** What is sent to change a channel: what was changed on this screen, and nothing else. */
export function changeFrom(form: ChannelForm, before: ChannelForm): ChannelChange {
  const after = filled(form);
  const changes = changesIn(after, filled(before));
  // A price is one thing: what makes it up goes together.
  return changes.subscription ? { ...changes, subscription: after.subscription } : changes;
}

/** The form as the endpoint takes it: what was emptied is empty. */
function filled(form: ChannelForm): ChannelChange {
  const { classification, billing, subscription, ...rest } = form;
  return {
    ...rest,
    subscription: { ...subscription, total: subscription.total ?? 0 },
    billing: { ...billing, country: billing.country ?? '' },
    classification: (classification ?? '') as ChannelClassification | '',
  };
}
