import { sql } from '#server/platform/database/index.ts';

/**
 * May the person of a row of `users`, joined under this name, act here: approved, confirmed, neither
 * blocked nor deleted? The rule `maySignIn`, said in SQL. Never null, as long as the join found one.
 */
export const mayAct = (users: string) =>
  sql<boolean>`(${sql.ref(`${users}.approval`)} = 'approved'
    and ${sql.ref(`${users}.email_confirmed_at`)} is not null
    and ${sql.ref(`${users}.blocked_at`)} is null and ${sql.ref(`${users}.deleted_at`)} is null)`;
