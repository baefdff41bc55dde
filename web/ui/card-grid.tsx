import type { ReactNode } from 'react';
import classes from './card-grid.module.css';
import { isFew } from './few.ts';

/**
 * 1, 2, 3, 4, 5, 6 columns as the screen grows; never more than three where cards are `wide`.
 * Children are cards or `li`s with cards.
 */
export function CardGrid({
  children,
  as: Tag = 'div',
  wide,
}: {
  children: ReactNode;
  as?: 'div' | 'ul';
  wide?: boolean;
}) {
  return (
    <Tag
      className={classes.grid}
      data-wide={wide || undefined}
      data-few={isFew(children) || undefined}
    >
      {children}
    </Tag>
  );
}
