import type { ButtonHTMLAttributes, ReactNode } from 'react';
import { Link } from 'react-router';
import classes from './action.module.css';

/** `wide` is as wide as what it stands in. */
type Look = { large?: boolean; wide?: boolean };
type LinkProps = Look & { to: string; children: ReactNode; quiet?: boolean };
type ButtonProps = Look &
  ButtonHTMLAttributes<HTMLButtonElement> & { busy?: boolean; quiet?: boolean };

/** The accent button of public pages as a link; lighter to load than Mantine's. */
export function ActionLink({ to, children, quiet, large, wide }: LinkProps) {
  return (
    <Link
      to={to}
      className={classes.action}
      data-quiet={quiet || undefined}
      data-large={large || undefined}
      data-wide={wide || undefined}
    >
      {children}
    </Link>
  );
}

/** The same for what happens on the page. */
export function ActionButton({ busy, quiet, large, wide, children, ...rest }: ButtonProps) {
  return (
    <button
      type="button"
      {...rest}
      className={classes.action}
      data-quiet={quiet || undefined}
      data-large={large || undefined}
      data-wide={wide || undefined}
      aria-busy={busy}
      disabled={busy || rest.disabled}
    >
      {children}
    </button>
  );
}
