import type { PayoutSum } from '#contract/payouts.ts';
import { Price } from '#web/ui/price.tsx';

/** What a run pays, a line for each currency. */
export const Sums = ({ sums }: { sums: PayoutSum[] }) => (
  <>
    {sums.map(({ currency, amount }) => (
      <div key={currency}>
        <Price amount={amount} currency={currency} />
      </div>
    ))}
  </>
);
