import classes from './logo.module.css';

/** The mark: rows of seats seen from the stage, and the light in the middle. */
export function Logo({ name }: { name: string }) {
  return (
    <span className={classes.logo}>
      <svg viewBox="0 0 40 34" width="30" height="26" aria-hidden="true" focusable="false">
        <path d="M4 17a16 16 0 0 1 32 0" className={classes.row} />
        <path d="M11.5 21.5a8.5 8.5 0 0 1 17 0" className={classes.row} opacity="0.7" />
        <circle cx="20" cy="28" r="4" fill="currentColor" />
      </svg>
      <span>{name}</span>
    </span>
  );
}
