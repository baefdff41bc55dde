import type { ChannelClassification } from '#contract/channels.ts';

type Key = `kind.${ChannelClassification}`;

/** The words of what a channel is about; null while its organizer has not chosen. */
export const classificationKey = (classification: string): Key | null =>
  classification === '' ? null : (`kind.${classification}` as Key);
