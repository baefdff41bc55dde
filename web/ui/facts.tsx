import type { ReactNode } from 'react';
import classes from './facts.module.css';

type Fact = { label: string; value: ReactNode };

/** Names and values; facts without a value are left out. */
export function Facts({ items }: { items: (Fact | false | null | undefined)[] }) {
  const shown = items.filter((item): item is Fact => Boolean(item && item.value !== ''));
  return (
    <dl className={classes.facts}>
      {shown.map(({ label, value }) => (
        <div key={label}>
          <dt>{label}</dt>
          <dd>{value}</dd>
        </div>
      ))}
    </dl>
  );
}
