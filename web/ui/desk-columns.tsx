import type { ReactNode } from 'react';
import classes from './desk-columns.module.css';

type Props = {
  children: ReactNode;
  /** What stands beside on a wide screen and before the rest on a phone: states and next steps. */
  aside: ReactNode;
  /** Names what stands beside. */
  label: string;
  /** What stands at the head of the work. */
  first?: ReactNode;
  /** Whether that cannot wait: then it stands before everything on a phone too. */
  urgent?: boolean;
};

/** Two columns of the desk: the work, and where it stands. */
export function DeskColumns({ children, aside, label, first, urgent }: Props) {
  return (
    <div className={classes.columns}>
      {/* One place in the tree, so that what becomes urgent is not made anew. */}
      {first && (
        <div className={classes.first} data-urgent={urgent || undefined}>
          {first}
        </div>
      )}
      <div className={classes.main}>{children}</div>
      <aside className={classes.aside} aria-label={label}>
        {aside}
      </aside>
    </div>
  );
}
