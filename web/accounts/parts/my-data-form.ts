import { type Account, type AccountChange, accountsContract } from '#contract/accounts.ts';
import { api } from '#web/platform/api.ts';
import { chooseZone } from '#web/platform/places.ts';
import { refreshSession, type SessionUser, sessionUser } from '#web/platform/session.ts';
import { chooseLanguage } from '#web/platform/words-of-browser.ts';
import { changesIn } from '#web/ui/form-changes.ts';

/** Browsers get no schemas, so the fields are named here; a test holds them to the contract. */
export const accountFields = [
  'name',
  'surname',
  'country',
  'company',
  'job',
  'language',
  'timezone',
  'newsletter',
  'reminders',
  'unfinishedLetters',
  'publicProfile',
  'description',
  'youtube',
  'twitter',
  'facebook',
  'instagram',
  'linkedin',
  'web',
  'billingCompany',
  'billingNif',
  'billingAddress',
  'billingCity',
  'billingPostalCode',
  'billingCountry',
  'billingPrefix',
  'billingPhone',
  'avatarId',
] as const satisfies (keyof AccountChange)[];

/** What the form edits, out of the whole account. */
export const formOf = (account: Account): AccountChange =>
  Object.fromEntries(accountFields.map((name) => [name, account[name as keyof Account]]));

/** Lists without a choice give null where the account keeps an empty text. */
const choices = ['country', 'billingCountry', 'timezone'] as const;

const filled = (values: AccountChange): AccountChange => ({
  ...values,
  ...Object.fromEntries(choices.map((name) => [name, values[name] ?? ''])),
});

/** What is sent: what was changed on this screen. The language may have changed in the bar above. */
export const changeFrom = (values: AccountChange, before: AccountChange): AccountChange =>
  changesIn(filled(values), filled(before));

export async function saveForm(values: AccountChange, before: AccountChange): Promise<Account> {
  const account = await api(accountsContract.saveMe, { body: changeFrom(values, before) });
  const language = sessionUser()?.language;
  refreshSession(sessionOf(account));
  if (account.language !== language) await chooseLanguage(account.language);
  chooseZone(account.timezone || null);
  return account;
}

/** What the browser keeps of an account. */
export function sessionOf(account: Account): Partial<SessionUser> {
  const { company, job, avatarId, avatarPicture, artistRequestedAt, createdAt, can, ...kept } =
    account;
  return kept;
}
