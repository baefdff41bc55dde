import { useEffect, useId, useRef, useState } from 'react';
import { Link } from 'react-router';
import type { CurrencyCode } from '#contract/shared/currency-table.ts';
import classes from './approximate-price.module.css';
import { type Approximation, useApproximation } from './use-approximation.ts';

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
 * is no line.
 */
export function ApproximatePrice({ amount, currency, to, end, always }: Props) {
  const { isPossible, approximation } = useApproximation(amount, currency);
  if (!isPossible || (amount === 0 && !always)) return null;
  return <ApproximateLine approximation={approximation} to={to} end={end} />;
}

type LineProps = Pick<Props, 'to' | 'end'> & { approximation: Approximation | null };

/** The line alone, empty until there is something to say. */
export function ApproximateLine({ approximation, to, end }: LineProps) {
  return (
    <span className={classes.line} data-end={Boolean(to) || end || undefined}>
      {approximation &&
        (to ? <Led to={to} {...approximation} /> : <Explained {...approximation} />)}
    </span>
  );
}

/** For the mouse: whoever comes by keys or ears has the link of the card, and the words. */
function Led({ to, text, why }: Approximation & { to: string }) {
  return (
    <>
      <Link to={to} tabIndex={-1} aria-hidden className={classes.led} title={why}>
        {text}
      </Link>
      <span className="said">
        {text}. {why}
      </span>
    </>
  );
}

/** As wide as the explanation gets, in pixels: the style sheet says 16 rem. */
const widest = 256;

/** Shown to whoever points at it, comes to it or presses it; away again by Escape. */
function Explained({ text, why }: Approximation) {
  const id = useId();
  const place = useRef<HTMLSpanElement>(null);
  const [side, setSide] = useState<'start' | 'end' | null>(null);
  const show = () => {
    const left = place.current?.getBoundingClientRect().left ?? 0;
    setSide(left + widest > document.documentElement.clientWidth ? 'end' : 'start');
  };
  const hide = () => setSide(null);
  const open = side !== null;
  useEffect(() => {
    if (!open) return;
    const byKey = (event: KeyboardEvent) => event.key === 'Escape' && setSide(null);
    document.addEventListener('keydown', byKey);
    return () => document.removeEventListener('keydown', byKey);
  }, [open]);
  return (
    <span ref={place} className={classes.explained} onPointerEnter={show} onPointerLeave={hide}>
      <button type="button" aria-describedby={id} onFocus={show} onBlur={hide} onClick={show}>
        {text}
      </button>
      <span id={id} role="tooltip" className={classes.why} data-side={side ?? undefined}>
        {why}
      </span>
    </span>
  );
}
