import type { ReactNode } from 'react';
import { Link } from 'react-router';
import { useTranslation } from '#web/platform/words.ts';
import classes from './page-head.module.css';

type Crumb = { label: string; to: string };
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
  const { t } = useTranslation('ui');
  return (
    <div className={classes.head}>
      {crumbs && (
        <nav aria-label={t('crumbs')}>
          <ol className={classes.crumbs}>
            {crumbs.map((crumb) => (
              <li key={crumb.to}>
                <Link to={crumb.to}>{crumb.label}</Link>
              </li>
            ))}
          </ol>
        </nav>
      )}
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
