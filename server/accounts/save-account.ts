import type { Account, AccountChange } from '#contract/accounts.ts';
import { taxIdCanExist } from '#contract/shared/tax-ids.ts';
import { nowText } from '#server/platform/clock.ts';
import { afterCommit, inTransaction } from '#server/platform/database/index.ts';
import { orRefuse, refuse } from '#server/platform/errors.ts';
import { announce } from '#server/platform/facts.ts';
import type { Actor } from '#server/platform/http/actor.ts';
import { findAccount } from './accounts.queries.ts';
import { ArtistRequested } from './announcements.ts';
import { forgetUser } from './identify.ts';
import { canRequestArtist } from './users.rules.ts';
import {
  type AccountWrite,
  lockUser,
  ownsImage,
  writeAccount,
  writeArtistRequest,
} from './users.store.ts';

/** One changes fields of the own account; those left out stay. */
export const saveAccount = (actor: Actor, change: AccountChange): Promise<Account> =>
  inTransaction(async (tx) => {
    const picture = change.avatarId;
    if (picture && !(await ownsImage(tx, actor.id, picture))) refuse('IMAGE_MISSING');
    await writeAccount(tx, actor.id, writeOf(change));
    afterCommit(tx, () => forgetUser(actor.id));
    const account = orRefuse(await findAccount(tx, actor.id));
    if (Object.keys(change).some((name) => name.startsWith('billing'))) demandTaxId(account);
    return account;
  });

function writeOf({ unfinishedLetters, ...change }: AccountChange): AccountWrite {
  if (unfinishedLetters === undefined) return change;
  return { ...change, unfinishedLettersAt: unfinishedLetters ? nowText() : null };
}

/**
 * A tax id that its country has not is not saved; one that was kept before it was checked is told
 * when billing data are saved the next time. Papers name the person's country when no other is given.
 */
function demandTaxId({ billingNif, billingCountry, country }: Account): void {
  if (billingNif === '' || taxIdCanExist(billingNif, billingCountry || country)) return;
  refuse('VALIDATION', { fields: { billingNif: 'tax_id' } });
}

/** A viewer asks to become an artist; an administrator validates it. */
export const requestArtist = (actor: Actor): Promise<Account> =>
  inTransaction(async (tx) => {
    const user = orRefuse(await lockUser(tx, actor.id));
    if (!canRequestArtist(user)) refuse('USER_STATE');
    await writeArtistRequest(tx, actor.id, nowText());
    await announce(tx, ArtistRequested, { userId: actor.id });
    return orRefuse(await findAccount(tx, actor.id));
  });
