import { type ReactNode, useId } from 'react';
import classes from './panel.module.css';

type Props = { title?: string; actions?: ReactNode; children: ReactNode };

/** A white sheet on the desk, a raised one on the stage. */
export function Panel({ title, actions, children }: Props) {
  const id = useId();
  return (
    <section className={classes.panel} aria-labelledby={title ? id : undefined}>
      {(title || actions) && (
        <div className={classes.head}>
          {title && <h2 id={id}>{title}</h2>}
          {actions}
        </div>
      )}
      {children}
    </section>
  );
}
