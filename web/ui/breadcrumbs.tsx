import { Link } from 'react-router';
import { useTranslation } from '#web/platform/words.ts';
import classes from './breadcrumbs.module.css';

export type Crumb = { label: string; to: string };
type Props = {
  /** The pages above this one, the highest first. */
  crumbs: Crumb[];
  /** The page itself, where its name does not stand right below as the heading. */
  here?: string;
};

/** The way up. A plain piece: also for public pages. */
export function Breadcrumbs({ crumbs, here }: Props) {
  const { t } = useTranslation('ui');
  return (
    <nav aria-label={t('crumbs')}>
      <ol className={classes.crumbs}>
        {crumbs.map(({ label, to }) => (
          <li key={to}>
            <Link to={to}>{label}</Link>
          </li>
        ))}
        {here && (
          <li aria-current="page">
            <span>{here}</span>
          </li>
        )}
      </ol>
    </nav>
  );
}
