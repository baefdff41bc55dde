import {
  IconBroadcast,
  IconCalendarTime,
  IconMovie,
  IconPackage,
  IconPackages,
} from '@tabler/icons-react';

import { Link, useLocation } from 'react-router';
import type { NewProductType } from '#contract/catalog.ts';
import { useTranslation } from '#web/platform/words.ts';
import classes from './kind-choice.module.css';

const kinds = [
  { type: 'broadcast', Icon: IconBroadcast },
  { type: 'live', Icon: IconCalendarTime },
  { type: 'vod', Icon: IconMovie },
  { type: 'physical', Icon: IconPackage },
  { type: 'bundle', Icon: IconPackages },
] as const;

/** What a new product will be; it stands in the address, and cannot change once there is a draft. */
export function KindChoice({ chosen }: { chosen: NewProductType }) {
  const { t } = useTranslation('catalog');
  const { search } = useLocation();
  const to = (type: NewProductType) => {
    const next = new URLSearchParams(search);
    next.set('type', type);
    return { search: `?${next}` };
  };
  return (
    <nav className={classes.choice} aria-label={t('new.kind')}>
      {kinds.map(({ type, Icon }) => (
        <Link
          key={type}
          to={to(type)}
          replace
          preventScrollReset
          className={classes.kind}
          aria-current={type === chosen || undefined}
        >
          <Icon size={28} stroke={1.6} aria-hidden />
          <span className={classes.words}>
            <strong>{t(`new.${type}`)}</strong>
            <span>{t(`new.${type}Text`)}</span>
          </span>
        </Link>
      ))}
    </nav>
  );
}
