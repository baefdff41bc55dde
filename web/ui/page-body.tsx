import type { ReactNode } from 'react';
import classes from './page-body.module.css';

/** The room of a public page: gutters at the sides, air above and below. `narrow` is for reading. */
export function PageBody({ children, narrow }: { children: ReactNode; narrow?: boolean }) {
  return (
    <div className={classes.body} data-narrow={narrow || undefined}>
      {children}
    </div>
  );
}
