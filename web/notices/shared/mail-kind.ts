import { isWordedMailKind, type MailFault } from '#contract/notices.ts';
import type { useTranslation } from '#web/platform/words.ts';

type Say = ReturnType<typeof useTranslation<'notices'>>['t'];

/** What a kind of mail is called; one without words of its own, by its own name. */
export const kindName = (kind: string, t: Say): string =>
  isWordedMailKind(kind) ? t(`mailKind.${kind}`) : kind;

/** Why a letter did not leave, in plain words. */
export const faultWords = (fault: MailFault, t: Say): string => t(`mailFault.${fault}`);
