import {
  type Account,
  type AccountChange,
  accountsContract,
  AccountChange as Change,
} from '#contract/accounts.ts';
import { api } from '#web/platform/api.ts';
import { chooseZone } from '#web/platform/places.ts';
import { refreshSession, type SessionUser, sessionUser } from '#web/platform/session.ts';
import { chooseLanguage } from '#web/platform/words-of-browser.ts';

const names = Object.keys(Change.shape) as (keyof AccountChange)[];

/** What the form edits, out of the whole account. */
export const formOf = (account: Account): AccountChange =>
  Object.fromEntries(names.map((name) => [name, account[name as keyof Account]]));

/** Lists without a choice give null where the account keeps an empty text. */
const choices = ['country', 'billingCountry', 'timezone'] as const;

export async function saveForm(values: AccountChange): Promise<Account> {
  const filled = Object.fromEntries(choices.map((name) => [name, values[name] ?? '']));
  const account = await api(accountsContract.saveMe, { body: { ...values, ...filled } });
  const before = sessionUser()?.language;
  refreshSession(sessionOf(account));
  if (account.language !== before) await chooseLanguage(account.language);
  chooseZone(account.timezone || null);
  return account;
}

/** What the browser keeps of an account. */
export function sessionOf(account: Account): Partial<SessionUser> {
  const { company, job, avatarId, avatarPicture, artistRequestedAt, createdAt, can, ...kept } =
    account;
  return kept;
}
