import { IconDots } from '@tabler/icons-react';
import { useTranslation } from '#web/platform/words.ts';
import type { NavGroup } from './desk-navigation.ts';
import classes from './phone-bar.module.css';
import { PhonePlace } from './phone-bar.tsx';

type Props = { groups: NavGroup[]; open: boolean; more: () => void };

/** On a phone: the four places of the desk that are used most, and the way to the others. */
export function DeskPhoneBar({ groups, open, more }: Props) {
  const { t } = useTranslation('shells');
  const often = groups.flatMap(({ items }) => items.filter((place) => place.often));
  return (
    <nav className={classes.bar} aria-label={t('nav.often')}>
      {often.map((place) => (
        <PhonePlace key={place.to} place={place} />
      ))}
      <button type="button" aria-expanded={open} onClick={more}>
        <IconDots size={22} aria-hidden />
        <span>{t('nav.more')}</span>
      </button>
    </nav>
  );
}
