import type { useTranslation } from '#web/platform/words.ts';

/** The kinds of mail that have words; a newer one is shown by its own name. */
const worded = [
  'activation',
  'recovery',
  'account-passwordChanged',
  'account-approved',
  'account-artistValidated',
  'account-artistRefused',
  'channel-published',
  'channel-sent-back',
  'channel-banned',
  'order-paid',
  'order-refunded',
] as const;
type Worded = (typeof worded)[number];

const isWorded = (kind: string): kind is Worded => worded.includes(kind as Worded);

type Say = ReturnType<typeof useTranslation<'notices'>>['t'];

/** What a kind of mail is called. */
export const kindName = (kind: string, t: Say): string =>
  isWorded(kind) ? t(`mailKind.${kind}`) : kind;
