import type { ButtonHTMLAttributes, ReactNode } from 'react';
import classes from './bar-button.module.css';

type Props = ButtonHTMLAttributes<HTMLButtonElement> & { label: string; children: ReactNode };

/** A round icon button for bars; its name is read out and shown on hover. */
export function BarButton({ label, children, ...rest }: Props) {
  return (
    <button type="button" className={classes.button} aria-label={label} title={label} {...rest}>
      {children}
    </button>
  );
}
