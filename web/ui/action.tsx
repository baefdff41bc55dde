import type { ButtonHTMLAttributes, ReactNode } from 'react';
import { Link } from 'react-router';
import classes from './action.module.css';

type Look = { quiet?: boolean; large?: boolean };
type LinkProps = Look & { to: string; children: ReactNode };
type ButtonProps = Look & ButtonHTMLAttributes<HTMLButtonElement> & { busy?: boolean };

const lookOf = ({ quiet, large }: Look) => ({
  className: classes.action,
  'data-quiet': quiet || undefined,
  'data-large': large || undefined,
});

/** The accent button of public pages as a link; lighter to load than Mantine's. */
export function ActionLink({ to, children, ...look }: LinkProps) {
  return (
    <Link to={to} {...lookOf(look)}>
      {children}
    </Link>
  );
}

/** The same for what happens on the page. */
export function ActionButton({ quiet, large, busy, children, ...rest }: ButtonProps) {
  return (
    <button
      type="button"
      {...rest}
      {...lookOf({ quiet, large })}
      aria-busy={busy}
      disabled={busy || rest.disabled}
    >
      {children}
    </button>
  );
}
