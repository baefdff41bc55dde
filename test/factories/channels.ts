import type { ChannelState } from '#contract/channels.ts';
import { db } from '#server/platform/database/index.ts';
import { anOrganizer, type Someone } from './accounts.ts';

export type SomeChannel = {
  id: string;
  slug: string;
  title: string;
  ownerId: string;
  owner: Someone;
};

/** Everything that review asks for. */
export const completeFields = {
  description: 'Chamber music by candlelight, streamed from an old wine cellar.',
  businessName: 'Cellar Strings SL',
  classification: 'music',
  billing: {
    taxId: 'B58818501',
    prefix: '+34',
    phone: '911 234 567',
    address: 'Calle Mayor 1',
    city: 'Madrid',
    postalCode: '28013',
    country: 'ES',
    iban: 'ES9121000418450200051332',
  },
} as const;

/** A channel with complete data, published unless told; its owner is made when none is given. */
export async function aChannel(
  given: { owner?: Someone; state?: ChannelState; title?: string; slug?: string } = {},
): Promise<SomeChannel> {
  const owner = given.owner ?? (await anOrganizer());
  const mark = crypto.randomUUID().slice(0, 8);
  const title = given.title ?? `Cellar Strings ${mark}`;
  const state = given.state ?? 'published';
  const { billing } = completeFields;
  const { id, slug } = await db()
    .insertInto('channels')
    .values({
      owner_id: owner.id,
      title,
      slug: given.slug ?? `cellar-strings-${mark}`,
      description: completeFields.description,
      business_name: completeFields.businessName,
      classification: completeFields.classification,
      state,
      published_once: state === 'published',
      billing_tax_id: billing.taxId,
      billing_prefix: billing.prefix,
      billing_phone: billing.phone,
      billing_address: billing.address,
      billing_city: billing.city,
      billing_postal_code: billing.postalCode,
      billing_country: billing.country,
      billing_iban: billing.iban,
    })
    .returning(['id', 'slug'])
    .executeTakeFirstOrThrow();
  return { id, slug, title, ownerId: owner.id, owner };
}
