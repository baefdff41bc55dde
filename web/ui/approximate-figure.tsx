import { useEffect, useId, useRef, useState } from 'react';
import { Link } from 'react-router';
import type { CurrencyCode } from '#contract/shared/currency-table.ts';
import classes from './approximate-price.module.css';
import { type Approximation, useApproximation } from './use-approximation.ts';

type Props = { amount: number; currency: CurrencyCode; to?: string | undefined };

/** The figure in the chosen currency; nothing where no rate is known between the two. */
export function ApproximateFigure({ amount, currency, to }: Props) {
  const approximation = useApproximation(amount, currency);
  return approximation && <ApproximateText {...approximation} to={to} />;
}

type TextProps = Approximation & { to?: string | undefined };

export function ApproximateText({ to, ...approximation }: TextProps) {
  return to ? <Led to={to} {...approximation} /> : <Explained {...approximation} />;
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
