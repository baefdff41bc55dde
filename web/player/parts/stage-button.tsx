import type { ButtonHTMLAttributes, ReactNode } from 'react';
import classes from './stage-button.module.css';

type Props = ButtonHTMLAttributes<HTMLButtonElement> & {
  /** What it does now. */
  label: string;
  /** The key that does the same. */
  shortcut?: string;
  children: ReactNode;
};

/** A button on the bar of the stage. */
export function StageButton({ label, shortcut, className = '', children, ...rest }: Props) {
  return (
    <button
      type="button"
      className={`${classes.button} ${className}`}
      aria-label={label}
      aria-keyshortcuts={shortcut}
      title={shortcut ? `${label} (${shortcut})` : label}
      {...rest}
    >
      {children}
    </button>
  );
}
