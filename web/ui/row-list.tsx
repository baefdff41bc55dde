import type { ReactNode } from 'react';
import { Link } from 'react-router';
import classes from './row-list.module.css';

type Props = {
  /** Many would hide what stands below them: they scroll. */
  scrolls?: boolean;
  children: ReactNode;
};

/** A list in a panel, for what needs no columns: a name, how it stands, and more in small. */
export function RowList({ scrolls = false, children }: Props) {
  return (
    <ul className={classes.list} data-scrolls={scrolls || undefined}>
      {children}
    </ul>
  );
}

type RowProps = {
  name: string;
  /** Where the name leads. */
  to?: string;
  badge: ReactNode;
  /** Below the name, in small. */
  about?: ReactNode;
  /** The button below. */
  act?: ReactNode;
};

export function Row({ name, to, badge, about, act }: RowProps) {
  return (
    <li>
      {to === undefined ? (
        <span className={classes.name}>{name}</span>
      ) : (
        <Link to={to} className={classes.name}>
          {name}
        </Link>
      )}
      {badge}
      {about && <div className={classes.about}>{about}</div>}
      {act && <div className={classes.act}>{act}</div>}
    </li>
  );
}
