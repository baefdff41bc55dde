import type { FirstStep } from '#contract/insights.ts';

export const channelPlace = (slug: string): string => `/account/channels/${slug}`;
export const productPlace = (channel: string, slug: string): string =>
  `${channelPlace(channel)}/products/${slug}`;

/** The exact place at which a step is done; null where there is nothing to do. */
export function placeOfStep({ step, channel, product, missing }: FirstStep): string | null {
  if (step === 'confirm_email') return null;
  if (step === 'create_channel' || !channel) return '/account/channels';
  if (step === 'submit_channel')
    return `${channelPlace(channel)}${missing > 0 ? '#description' : ''}`;
  if (step === 'add_iban') return `${channelPlace(channel)}#billing.iban`;
  if (!product) return `/account/products/new?channel=${channel}`;
  const hashes = {
    create_show: '#sessions',
    test_stream: '#broadcast',
    publish_show: '',
    share_link: '',
  };
  return productPlace(channel, product) + hashes[step];
}
