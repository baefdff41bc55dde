import { findPerson, listAdministrators } from '#server/accounts/index.ts';
import { payeesByIds } from '#server/channels/index.ts';
import { notify, notifyPeople } from '#server/notices/index.ts';
import { moneyText } from '#server/payments/index.ts';
import type { Db } from '#server/platform/database/index.ts';
import { queueMail } from '#server/platform/mail/index.ts';
import { payoutHeldMail, payoutMail, payoutReturnedMail, payoutWaitsMail } from './mails.ts';
import { faultOfPayee, isForOrganizer, maskedIban, payoutReference } from './payouts.rules.ts';
import { type StoredPayout, wasCollected } from './payouts.store.ts';
import { say } from './said.ts';

const path = '/account/sales/payouts';

/** Every administrator hears that a run waits to be looked at. */
export async function tellOfRun(tx: Db, runId: string): Promise<void> {
  for (const { id: userId, language } of await listAdministrators(tx)) {
    await notify(tx, {
      userId,
      type: 'payout_run',
      subject: say(language, 'run.subject'),
      content: say(language, 'run.content'),
      payload: { path: `/manage/sales/payouts?run=${runId}` },
    });
  }
}

/** The organizer hears in the bell and by letter that they were paid. */
export async function tellOfPayout(
  tx: Db,
  payout: StoredPayout,
  run: { month: string },
): Promise<void> {
  const told = await ownerOf(tx, payout);
  if (!told) return;
  const { channel, person } = told;
  const { amount, currency } = payout;
  await queueMail(tx, payoutMail(person, aboutOf(payout, { month: run.month, channel })));
  const values = { channel, amount: moneyText(amount, currency, { language: person.language }) };
  await notifyPeople(tx, { userIds: [person.id], type: 'payout_paid', values, path });
}

/** The organizer hears that their bank did not take it, and what it said. */
export async function tellOfReturn(
  tx: Db,
  payout: StoredPayout,
  { month, reason }: { month: string; reason: string },
): Promise<void> {
  const told = await ownerOf(tx, payout);
  if (!told) return;
  const { channel, slug, person } = told;
  const about = aboutOf(payout, { month, channel });
  await queueMail(tx, payoutReturnedMail(person, { ...about, slug, reason }));
  const amount = moneyText(payout.amount, payout.currency, { language: person.language });
  const values = { channel, amount, reason };
  await notifyPeople(tx, { userIds: [person.id], type: 'payout_returned', values, path });
}

/** The organizer hears, once in a month, why nothing can be sent to them, if they can put it right. */
export async function tellOfFault(
  tx: Db,
  payout: StoredPayout,
  { month }: { month: string },
): Promise<void> {
  const fault = faultOfPayee(payout.payee, payout.currency);
  if (!fault || !isForOrganizer(fault) || (await wasCollected(tx, payout, month))) return;
  const told = await ownerOf(tx, payout);
  if (!told) return;
  const { channel, slug, person } = told;
  const about = aboutOf(payout, { month, channel });
  await queueMail(tx, payoutWaitsMail(person, { ...about, slug, fault }));
}

/** The organizer hears that they were left out of a run, and why. */
export async function tellOfHold(
  tx: Db,
  payout: StoredPayout,
  { month, reason }: { month: string; reason: string },
): Promise<void> {
  const told = await ownerOf(tx, payout);
  if (!told) return;
  const { channel, person } = told;
  await queueMail(tx, payoutHeldMail(person, { ...aboutOf(payout, { month, channel }), reason }));
}

const aboutOf = (payout: StoredPayout, { month, channel }: { month: string; channel: string }) => {
  const { amount, currency, number, payee } = payout;
  const reference = payoutReference({ month, number });
  return { channel, reference, iban: maskedIban(payee.iban), amount, currency };
};

async function ownerOf(tx: Db, { channelId }: StoredPayout) {
  const channel = (await payeesByIds(tx, [channelId])).get(channelId);
  const person = channel && (await findPerson(tx, channel.ownerId));
  return channel && person && !person.blocked
    ? { channel: channel.title, slug: channel.slug, person }
    : null;
}
