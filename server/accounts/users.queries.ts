import type { Language } from '#contract/shared/languages.ts';
import type { Role } from '#contract/shared/roles.ts';
import type { Db } from '#server/platform/database/index.ts';
import { mayAct } from './may-act.queries.ts';

/** A user as other areas know them. `blocked` is also true of deleted and disapproved users. */
export type Person = {
  id: string;
  email: string;
  name: string;
  surname: string;
  language: Language;
  timezone: string;
  country: string;
  roles: Role[];
  blocked: boolean;
  billing: {
    company: string;
    nif: string;
    address: string;
    city: string;
    postalCode: string;
    country: string;
    prefix: string;
    phone: string;
  };
};

/** One person, also when blocked or deleted (then without personal data); null for an unknown id. */
export async function findPerson(db: Db, id: string): Promise<Person | null> {
  return (await peopleByIds(db, [id])).get(id) ?? null;
}

/** The persons of these ids by id, in one query; unknown ids are left out. */
export async function peopleByIds(db: Db, ids: readonly string[]): Promise<Map<string, Person>> {
  if (ids.length === 0) return new Map();
  const rows = await persons(db)
    .where('id', 'in', [...new Set(ids)])
    .execute();
  return new Map(rows.map((row) => [row.id, asPerson(row)]));
}

/** Everyone who runs the site at present, the longest serving first. */
export async function listAdministrators(db: Db): Promise<Person[]> {
  const rows = await persons(db)
    .where(
      (e) => e.val('ADMIN'),
      '=',
      (e) => e.fn.any('roles'),
    )
    .where(mayAct('users'))
    .orderBy('id')
    .execute();
  return rows.map(asPerson);
}

const persons = (db: Db) =>
  db
    .selectFrom('users')
    .select(['id', 'email', 'name', 'surname', 'language', 'timezone', 'country', 'roles'])
    .select(['approval', 'blocked_at', 'deleted_at'])
    .select(['billing_company', 'billing_nif', 'billing_address', 'billing_city'])
    .select(['billing_postal_code', 'billing_country', 'billing_prefix', 'billing_phone']);

type Row = Awaited<ReturnType<ReturnType<typeof persons>['execute']>>[number];

const asPerson = (row: Row): Person => ({
  id: row.id,
  email: row.email,
  name: row.name,
  surname: row.surname,
  language: row.language as Language,
  timezone: row.timezone,
  country: row.country,
  roles: row.roles as Role[],
  blocked: row.blocked_at !== null || row.deleted_at !== null || row.approval === 'disapproved',
  billing: {
    company: row.billing_company,
    nif: row.billing_nif,
    address: row.billing_address,
    city: row.billing_city,
    postalCode: row.billing_postal_code,
    country: row.billing_country,
    prefix: row.billing_prefix,
    phone: row.billing_phone,
  },
});
