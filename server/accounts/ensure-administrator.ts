import { nowText } from '#server/platform/clock.ts';
import { config } from '#server/platform/config.ts';
import { inTransaction } from '#server/platform/database/index.ts';
import { digestPassword } from './passwords.ts';
import { withRole } from './users.rules.ts';
import { findUserByEmail, keepUser, writeAdministrator } from './users.store.ts';

/**
 * Makes the administrator of ADMIN_EMAIL and ADMIN_PASSWORD when nobody has that address. A user
 * who has it becomes administrator, is let in again if need be, and keeps the password. Without
 * the variables nothing happens.
 */
export async function ensureAdministrator(): Promise<void> {
  const { ADMIN_EMAIL: email, ADMIN_PASSWORD: password } = config();
  if (!email || !password) return;
  const digest = await digestPassword(password);
  const at = nowText();
  await inTransaction(async (tx) => {
    const found = await findUserByEmail(tx, email);
    if (found) {
      await writeAdministrator(tx, found.id, { at, roles: withRole(found.roles, 'ADMIN') });
      return;
    }
    await keepUser(tx, {
      email,
      passwordDigest: digest,
      roles: ['USER', 'ADMIN'],
      signedUpAs: 'attendee',
      approval: 'approved',
      confirmedAt: at,
      termsAcceptedAt: at,
    });
  });
}
