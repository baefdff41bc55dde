import type { ReactNode } from 'react';
import { Link } from 'react-router';
import { useBrand, useSiteConfig } from '#web/platform/site-settings.ts';
import { useTranslation } from '#web/platform/words.ts';
import { LanguagePicker } from '#web/ui/language-picker.tsx';
import { Logo } from '#web/ui/logo.tsx';
import { SchemeToggle } from '#web/ui/scheme-toggle.tsx';
import classes from './guest-frame.module.css';

const rows = [58, 86, 114, 142, 170, 198, 226];
/**
 * Dots of a row as a dash pattern on a path said to be 100 long: they end evenly at both sides. A hair
 * less than it takes, or the last dot may lie behind the end of the path and is not drawn.
 */
const seats = (radius: number) => `0 ${99.99 / Math.round((Math.PI * radius) / 20)}`;

/** The frame of log-in and sign-up: the form on one side, the dark house on the other. */
export function GuestFrame({ children }: { children: ReactNode }) {
  const { t } = useTranslation('shells');
  const brand = useBrand();
  const { languages } = useSiteConfig();
  return (
    <div className={classes.frame}>
      <aside className={classes.house}>
        <svg viewBox="0 0 480 260" aria-hidden="true" focusable="false">
          {rows.map((radius, row) => (
            <path
              key={radius}
              d={`M${240 - radius} 250a${radius} ${radius} 0 0 1 ${radius * 2} 0`}
              pathLength={100}
              strokeDasharray={seats(radius)}
              opacity={1 - row * 0.13}
            />
          ))}
          <circle cx="240" cy="246" r="14" />
        </svg>
        <p className={classes.phrase}>{t('guest.title')}</p>
        <p className={classes.text}>{t('guest.text')}</p>
      </aside>
      <div className={classes.side}>
        <header className={classes.header}>
          <Link to="/" className={classes.home}>
            <Logo brand={brand} />
          </Link>
          <div className={classes.tools}>
            {languages && <LanguagePicker />}
            <SchemeToggle />
          </div>
        </header>
        <main id="main" tabIndex={-1} className={classes.main}>
          {children}
        </main>
      </div>
    </div>
  );
}
