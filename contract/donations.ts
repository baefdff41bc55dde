import { z } from 'zod';
import { endpoint } from './endpoint.ts';
import { Currency } from './shared/currencies.ts';
import { SlugParams } from './shared/ids.ts';
import { Amount } from './shared/money.ts';
import { Lines } from './shared/text.ts';

/** So many amounts are suggested at most. */
export const mostSuggestions = 5;

/** What an organizer sets for a channel or for one of its products. Amounts in minor units. */
export const DonationForm = z.strictObject({
  isOn: z.boolean(),
  /** Of a product: the one it is sold in. */
  currency: Currency,
  /** The smallest first; none is chosen before somebody chooses it. */
  suggested: z.array(Amount.min(1)).max(mostSuggestions),
  least: Amount.min(1),
  most: Amount.min(1),
  /** What the artist says to whoever thinks of giving. */
  text: Lines(300).default(''),
});
export type DonationForm = z.infer<typeof DonationForm>;

/** The settings of a channel or product, with what the rules allow in this currency. */
export const DonationSettings = DonationForm.extend({
  limits: z.object({ least: z.number().int(), most: z.number().int() }),
  can: z.object({ edit: z.boolean(), chooseCurrency: z.boolean() }),
});
export type DonationSettings = z.infer<typeof DonationSettings>;

/** What somebody can give. */
export const DonationOffer = DonationForm.omit({ isOn: true });
export type DonationOffer = z.infer<typeof DonationOffer>;

/** What can be given beside something bought here; null where that is off. */
export const Giving = z.object({
  donation: DonationOffer.nullable(),
  support: DonationOffer.omit({ text: true }).nullable(),
  /** Whose channel it is. */
  channel: z.object({ slug: z.string(), title: z.string() }),
});
export type Giving = z.infer<typeof Giving>;

const SupportSetting = z.strictObject({ isOn: z.boolean() });

const lost = 'SERVER_ERROR_NOT_FOUND';

export const donationsContract = {
  getChannelGiving: endpoint({
    method: 'GET',
    path: '/api/channels/:slug/giving',
    who: 'public',
    summary: 'What can be given to a channel, and to the platform',
    params: SlugParams,
    answer: Giving,
    errors: [lost],
  }),
  getProductGiving: endpoint({
    method: 'GET',
    path: '/api/products/:slug/giving',
    who: 'public',
    summary:
      'What can be given to the artist of a product, and to the platform; private ones have nothing',
    params: SlugParams,
    answer: Giving,
    errors: [lost],
  }),
  getChannelDonations: endpoint({
    method: 'GET',
    path: '/api/desk/channels/:slug/donations',
    who: 'producer',
    summary: 'How donations to a channel of mine are set',
    params: SlugParams,
    answer: DonationSettings,
    errors: [lost],
  }),
  saveChannelDonations: endpoint({
    method: 'PUT',
    path: '/api/desk/channels/:slug/donations',
    who: 'producer',
    summary: 'Set donations to a channel of mine',
    params: SlugParams,
    body: DonationForm,
    answer: DonationSettings,
    errors: [lost],
  }),
  getProductDonations: endpoint({
    method: 'GET',
    path: '/api/desk/products/:slug/donations',
    who: 'producer',
    summary: 'How donations beside a product of mine are set',
    params: SlugParams,
    answer: DonationSettings,
    errors: [lost],
  }),
  saveProductDonations: endpoint({
    method: 'PUT',
    path: '/api/desk/products/:slug/donations',
    who: 'producer',
    summary: 'Set donations beside a product of mine',
    params: SlugParams,
    body: DonationForm,
    answer: DonationSettings,
    errors: [lost],
  }),
  getSupport: endpoint({
    method: 'GET',
    path: '/api/manage/support',
    who: 'admin',
    summary: 'Whether buyers may add something for the platform',
    answer: SupportSetting,
  }),
  saveSupport: endpoint({
    method: 'PUT',
    path: '/api/manage/support',
    who: 'admin',
    summary: 'Let buyers add something for the platform, or not',
    body: SupportSetting,
    answer: SupportSetting,
  }),
};
