import {
  IconAlertTriangle,
  IconCheck,
  IconCircleDashed,
  IconClock,
  IconLock,
  IconX,
} from '@tabler/icons-react';
import type { ReactNode } from 'react';
import classes from './status-badge.module.css';

export type Tone = 'good' | 'wait' | 'warn' | 'bad' | 'quiet' | 'private' | 'accent' | 'live';

const icons = {
  good: IconCheck,
  wait: IconClock,
  warn: IconAlertTriangle,
  bad: IconX,
  quiet: IconCircleDashed,
  private: IconLock,
  accent: null,
  live: null,
};

/** A state: never by colour alone, always with its word and, for most, a sign. */
export function StatusBadge({ tone, children }: { tone: Tone; children: ReactNode }) {
  const Icon = icons[tone];
  return (
    <span className={classes.badge} data-tone={tone}>
      {Icon && <Icon size={14} stroke={2.4} aria-hidden />}
      {tone === 'live' && <span className={classes.dot} aria-hidden="true" />}
      {children}
    </span>
  );
}
