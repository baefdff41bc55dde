import type { ButtonHTMLAttributes, ReactNode } from 'react';
import { Link } from 'react-router';
import classes from './action.module.css';

type LinkProps = { to: string; children: ReactNode; quiet?: boolean; large?: boolean };
type ButtonProps = ButtonHTMLAttributes<HTMLButtonElement> & { busy?: boolean };

/** The accent button of public pages as a link; lighter to load than Mantine's. */
export function ActionLink({ to, children, quiet, large }: LinkProps) {
  return (
    <Link
      to={to}
      className={classes.action}
      data-quiet={quiet || undefined}
      data-large={large || undefined}
    >
      {children}
    </Link>
  );
}

/** The same for what happens on the page. */
export function ActionButton({ busy, children, ...rest }: ButtonProps) {
  return (
    <button
      type="button"
      {...rest}
      className={classes.action}
      aria-busy={busy}
      disabled={busy || rest.disabled}
    >
      {children}
    </button>
  );
}
