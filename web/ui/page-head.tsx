import type { ReactNode } from 'react';
import { Breadcrumbs, type Crumb } from './breadcrumbs.tsx';
import classes from './page-head.module.css';

type Props = {
  title: ReactNode;
  crumbs?: Crumb[];
  lead?: ReactNode;
  /** Beside the title, such as a state. */
  badge?: ReactNode;
  actions?: ReactNode;
};

/** The head of a page with its one `h1`. */
export function PageHead({ title, crumbs, lead, badge, actions }: Props) {
  return (
    <div className={classes.head}>
      {crumbs && <Breadcrumbs crumbs={crumbs} />}
      <div className={classes.row}>
        <div className={classes.title}>
          <h1>{title}</h1>
          {badge}
        </div>
        {actions && <div className={classes.actions}>{actions}</div>}
      </div>
      {lead && <p className={classes.lead}>{lead}</p>}
    </div>
  );
}
