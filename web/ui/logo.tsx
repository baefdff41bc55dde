import type { Brand } from '#contract/shared/brand.ts';
import classes from './logo.module.css';

/** The name of the site with its mark, as text or as the pictures that the settings name. */
export function Logo({ brand: { name, logo, wordmark } }: { brand: Brand }) {
  if (wordmark) {
    return (
      <span className={classes.logo}>
        <img className={classes.forLight} src={wordmark.light} alt={name} height={30} />
        <img className={classes.forDark} src={wordmark.dark} alt={name} height={30} />
      </span>
    );
  }
  return (
    <span className={classes.logo}>
      {logo ? <img src={logo} alt="" width={30} height={30} /> : <Mark />}
      <span>{name}</span>
    </span>
  );
}

/** Rows of seats seen from the stage, and the light in the middle. */
const Mark = () => (
  <svg viewBox="0 0 40 34" width="30" height="26" aria-hidden="true" focusable="false">
    <path d="M4 17a16 16 0 0 1 32 0" className={classes.row} />
    <path d="M11.5 21.5a8.5 8.5 0 0 1 17 0" className={classes.row} opacity="0.7" />
    <circle cx="20" cy="28" r="4" fill="currentColor" />
  </svg>
);
