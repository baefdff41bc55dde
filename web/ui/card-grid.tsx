import type { ReactNode } from 'react';
import classes from './card-grid.module.css';

/** 1, 2, 3, 4, 5, 6 columns as the screen grows. Children are cards or `li`s with cards. */
export function CardGrid({
  children,
  as: Tag = 'div',
}: {
  children: ReactNode;
  as?: 'div' | 'ul';
}) {
  return <Tag className={classes.grid}>{children}</Tag>;
}
