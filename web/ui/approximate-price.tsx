import { lazy, type ReactNode, Suspense } from 'react';
import type { CurrencyCode } from '#contract/shared/currency-table.ts';
import { useCurrencies, useCurrency } from '#web/platform/chosen-currency.ts';
import classes from './approximate-price.module.css';
import { useAlive } from './use-alive.ts';

type Figure = typeof import('./approximate-figure.tsx')['ApproximateFigure'];

/** Fetched by those alone who have chosen a currency. What cannot be fetched is left out. */
const Figure = lazy<Figure>(() =>
  import('./approximate-figure.tsx').then(
    ({ ApproximateFigure }) => ({ default: ApproximateFigure }),
    () => ({ default: () => null }),
  ),
);

type Props = {
  amount: number;
  currency: CurrencyCode;
  /** In a card that is one link: what lies over it leads there, too. */
  to?: string;
  /** Below a price that stands at the right. */
  end?: boolean;
  /** The line is there also where nothing is to be paid, so that those beside it are in line. */
  always?: boolean;
};

/**
 * What a price is in the currency chosen on this browser, below the price itself, and why it is only
 * near it. Its line is there from the first moment: nothing moves when it comes. Without rates there
 * is no line. On the server nothing stands in it.
 */
export function ApproximatePrice({ amount, currency, to, end, always }: Props) {
  const { rates } = useCurrencies();
  const chosen = useCurrency();
  const alive = useAlive();
  if (rates.length === 0 || (amount === 0 && !always)) return null;
  return (
    <ApproximateLine end={to !== undefined || end}>
      {alive && amount > 0 && chosen !== currency && (
        <Suspense>
          <Figure amount={amount} currency={currency} to={to} />
        </Suspense>
      )}
    </ApproximateLine>
  );
}

type LineProps = { end?: boolean | undefined; children: ReactNode };

/** The line alone, empty until there is something to say. */
export function ApproximateLine({ end, children }: LineProps) {
  return (
    <span className={classes.line} data-end={end || undefined}>
      {children}
    </span>
  );
}
