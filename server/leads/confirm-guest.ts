import type { Language } from '#contract/shared/languages.ts';
import { instantText, now, nowText } from '#server/platform/clock.ts';
import { inTransaction } from '#server/platform/database/index.ts';
import { defineJob } from '#server/platform/jobs.ts';
import { queueMail } from '#server/platform/mail/index.ts';
import { confirmHours, confirmPauseMinutes, mostUnconfirmed } from './leads.rules.ts';
import { countAsked, dropUnconfirmed, keepGuest, lockAddress, type Thing } from './leads.store.ts';
import { confirmMail } from './mails.ts';
import { findThing } from './things.queries.ts';

export type AskedByGuest = Thing & {
  email: string;
  language: Language;
  wasOpen: boolean;
  knownSessions: string[];
};

/**
 * Writes to an address that somebody typed, once: it has to say itself that it wants to be told. The
 * asker was answered before we looked, so neither words nor time can tell whether it is known.
 */
export const mailGuest = defineJob<AskedByGuest>('mail-guest-lead', (asked) =>
  inTransaction(async (tx) => {
    const { email, language } = asked;
    const at = nowText();
    await lockAddress(tx, email);
    const since = instantText(now().subtract({ hours: 24 }));
    if ((await countAsked(tx, email, since)) >= mostUnconfirmed) return;
    const pausedSince = instantText(now().subtract({ minutes: confirmPauseMinutes }));
    const leadId = await keepGuest(tx, email, { ...asked, at, pausedSince });
    const thing = leadId && (await findThing(tx, asked));
    if (leadId && thing) await queueMail(tx, confirmMail({ email, language }, { leadId, thing }));
  }),
);

/** What was not confirmed in time is forgotten. */
export const forgetUnconfirmed = defineJob<object>(
  'forget-unconfirmed-leads',
  () =>
    inTransaction((tx) =>
      dropUnconfirmed(tx, instantText(now().subtract({ hours: confirmHours }))),
    ),
  { cron: '17 * * * *', retryLimit: 0 },
);
