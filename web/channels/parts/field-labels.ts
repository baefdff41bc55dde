import type { WordKey } from '#web/platform/word-keys.ts';

/** The fields that review asks for, in the order of the form. */
export const reviewedFields = [
  'title',
  'description',
  'classification',
  'businessName',
  'billing.taxId',
  'billing.address',
  'billing.postalCode',
  'billing.city',
  'billing.country',
] as const;

export const fieldLabelKey: Record<(typeof reviewedFields)[number], WordKey<'channels'>> = {
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
