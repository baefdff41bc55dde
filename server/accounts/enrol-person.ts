import type { Language } from '#contract/shared/languages.ts';
import type { Role } from '#contract/shared/roles.ts';
import { nowText } from '#server/platform/clock.ts';
import { inTransaction } from '#server/platform/database/index.ts';
import { digestPassword } from './passwords.ts';
import { keepUser } from './users.store.ts';

/**
 * Adds a person whose address needs no confirmation, approved at once: for the demo. Answers the
 * id. Refuses with EMAIL_TAKEN.
 */
export async function enrolPerson(person: {
  email: string;
  password: string;
  roles: Role[];
  name: string;
  surname: string;
  language: Language;
  country?: string;
}): Promise<string> {
  const { password, ...rest } = person;
  const passwordDigest = await digestPassword(password);
  const at = nowText();
  return inTransaction((tx) =>
    keepUser(tx, {
      ...rest,
      passwordDigest,
      signedUpAs: person.roles.includes('PRODUCER') ? 'organizer' : 'attendee',
      approval: 'approved',
      confirmedAt: at,
      termsAcceptedAt: at,
    }),
  );
}
