import type { ReviewedField } from '#contract/channels.ts';
import type { WordKey } from '#web/platform/word-keys.ts';

export const fieldLabelKey: Record<ReviewedField, WordKey<'channels'>> = {
  title: 'field.title',
  description: 'field.description',
  classification: 'field.classification',
  businessName: 'field.businessName',
  'billing.taxId': 'field.taxId',
  'billing.address': 'field.address',
  'billing.postalCode': 'field.postalCode',
  'billing.city': 'field.city',
  'billing.country': 'field.country',
};
