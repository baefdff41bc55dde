import { IconAlertCircle } from '@tabler/icons-react';
import type { ReactNode } from 'react';
import classes from './error-summary.module.css';

/** What was refused and why, in the one dress that refusals have. */
export function Refusal({ title, children }: { title: string; children?: ReactNode }) {
  return (
    <div className={classes.summary} role="alert">
      <IconAlertCircle size={22} aria-hidden />
      <div>
        <strong>{title}</strong>
        {children && <div>{children}</div>}
      </div>
    </div>
  );
}
