import type { ReactNode } from 'react';
import classes from './facts.module.css';

type Fact = { label: string; value: ReactNode };

type Props = {
  items: (Fact | false | null | undefined)[];
  /** The values are amounts of one currency: they stand at the edge, digit under digit. */
  sums?: boolean;
};

/** Names and values; facts without a value are left out. */
export function Facts({ items, sums = false }: Props) {
  const shown = items.filter((item): item is Fact => Boolean(item && item.value !== ''));
  return (
    <dl className={classes.facts} data-sums={sums || undefined}>
      {shown.map(({ label, value }) => (
        <div key={label}>
          <dt>{label}</dt>
          <dd>{value}</dd>
        </div>
      ))}
    </dl>
  );
}
