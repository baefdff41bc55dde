import type { SignUp } from '#contract/accounts.ts';
import type { Language } from '#contract/shared/languages.ts';
import { nowText } from '#server/platform/clock.ts';
import { db, inTransaction } from '#server/platform/database/index.ts';
import { refuse } from '#server/platform/errors.ts';
import { enqueue } from '#server/platform/jobs.ts';
import { claimOf } from './claims.ts';
import { mailActivation } from './jobs.ts';
import { digestPassword } from './passwords.ts';
import { registerDomains } from './register-form.ts';
import { domainIsWelcome, passwordIsCommon } from './sign-up.rules.ts';
import { findUserByEmail, keepUser } from './users.store.ts';

/** Somebody signs up; the account works once the address is confirmed. */
export async function signUp(
  given: SignUp,
  language: Language,
): Promise<{ email: string; claim: string }> {
  const { email, password } = given;
  if (!domainIsWelcome(email, registerDomains())) refuse('EMAIL_DOMAIN_REFUSED');
  demandUncommon('password', password, email);
  // Known addresses are told so anyway; asking first only saves the hashing.
  if (await findUserByEmail(db(), email)) refuse('EMAIL_TAKEN');
  const passwordDigest = await digestPassword(password);
  const userId = await inTransaction(async (tx) => {
    const id = await keepUser(tx, {
      email,
      passwordDigest,
      roles: ['USER'],
      signedUpAs: given.as,
      approval: 'pending',
      confirmedAt: null,
      termsAcceptedAt: nowText(),
      name: given.name,
      surname: given.surname,
      country: given.country,
      language: given.language ?? language,
      newsletter: given.promotions,
    });
    await enqueue(tx, mailActivation, { userId: id });
    return id;
  });
  return { email, claim: claimOf(userId) };
}

/** Refuses a password that anybody would try first. */
export function demandUncommon(field: string, password: string, email: string): void {
  if (passwordIsCommon(password, email)) {
    refuse('VALIDATION', { fields: { [field]: 'password_common' } });
  }
}
