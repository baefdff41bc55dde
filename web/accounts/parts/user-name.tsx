import type { ManagedUser } from '#contract/accounts.ts';
import classes from './users.module.css';

/** How a user is called where one line is all there is. */
export const nameOf = ({ name, surname, email }: ManagedUser): string =>
  `${name} ${surname}`.trim() || email;

/** Name and address of a user; opens the details. */
export function UserName({ user, onOpen }: { user: ManagedUser; onOpen: () => void }) {
  return (
    <span className={classes.name}>
      <button type="button" onClick={onOpen}>
        {nameOf(user)}
      </button>
      <span>{user.email}</span>
    </span>
  );
}
