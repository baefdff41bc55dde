import type { ReactNode } from 'react';
import classes from './desk-columns.module.css';

type Props = {
  children: ReactNode;
  /** What stands beside on a wide screen and before the rest on a phone: states and next steps. */
  aside: ReactNode;
  /** Names what stands beside. */
  label: string;
  /** What cannot wait: at the head of the work, and on a phone before everything. */
  first?: ReactNode;
};

/** Two columns of the desk: the work, and where it stands. */
export function DeskColumns({ children, aside, label, first }: Props) {
  return (
    <div className={classes.columns}>
      {first && <div className={classes.first}>{first}</div>}
      <div className={classes.main}>{children}</div>
      <aside className={classes.aside} aria-label={label}>
        {aside}
      </aside>
    </div>
  );
}
