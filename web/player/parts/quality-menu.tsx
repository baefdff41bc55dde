import { IconCheck, IconSettings } from '@tabler/icons-react';
import { type KeyboardEvent, useEffect, useId, useRef, useState } from 'react';
import { useTranslation } from '#web/platform/words.ts';
import type { Quality } from './hls-source.ts';
import classes from './quality-menu.module.css';

type Props = { qualities: Quality[]; height: number; choose: (level: number) => void };
const auto = -1;

/** Which picture: as the line allows, or one height. Inside the player, so that it works full screen. */
export function QualityMenu({ qualities, height, choose }: Props) {
  const { t } = useTranslation('player');
  const [open, setOpen] = useState(false);
  const [chosen, setChosen] = useState(auto);
  const place = useRef<HTMLDivElement>(null);
  const id = useId();
  useCloseOutside(place, open, () => setOpen(false));
  if (qualities.length < 2) return null;
  const take = (level: number) => {
    setChosen(level);
    choose(level);
    setOpen(false);
    place.current?.querySelector('button')?.focus();
  };
  const shown = height ? `${height}p` : '';
  const options = [
    { level: auto, label: shown ? t('quality.autoNow', { height: shown }) : t('quality.auto') },
    ...qualities.map((one) => ({ level: one.level, label: `${one.height}p` })),
  ];
  return (
    <div ref={place} className={classes.place}>
      <button
        type="button"
        className={classes.button}
        aria-label={t('quality.label', { height: shown || t('quality.auto') })}
        aria-haspopup="menu"
        aria-expanded={open}
        aria-controls={id}
        onClick={() => setOpen(!open)}
      >
        <IconSettings size={22} aria-hidden />
        <span aria-hidden="true">{shown}</span>
      </button>
      {open && (
        <div
          id={id}
          role="menu"
          tabIndex={-1}
          aria-label={t('quality.title')}
          className={classes.menu}
          onKeyDown={(event) => moveFocus(event, () => setOpen(false))}
        >
          {options.map(({ level, label }) => (
            <button
              key={level}
              type="button"
              role="menuitemradio"
              aria-checked={level === chosen}
              // biome-ignore lint/a11y/noAutofocus: a menu that opens takes the focus
              autoFocus={level === chosen}
              onClick={() => take(level)}
            >
              <IconCheck size={16} aria-hidden data-chosen={level === chosen || undefined} />
              {label}
            </button>
          ))}
        </div>
      )}
    </div>
  );
}

function moveFocus(event: KeyboardEvent<HTMLElement>, close: () => void): void {
  const items = [...event.currentTarget.querySelectorAll('button')];
  const at = items.indexOf(document.activeElement as HTMLButtonElement);
  const last = items.length - 1;
  const next = {
    ArrowDown: at === last ? 0 : at + 1,
    ArrowUp: at <= 0 ? last : at - 1,
    Home: 0,
    End: last,
  };
  if (event.key === 'Escape') close();
  else if (event.key in next) items[next[event.key as keyof typeof next]]?.focus();
  else return;
  // The player would take these keys for its own.
  event.preventDefault();
  event.stopPropagation();
}

function useCloseOutside(
  place: React.RefObject<HTMLElement | null>,
  open: boolean,
  close: () => void,
): void {
  const shut = useRef(close);
  shut.current = close;
  useEffect(() => {
    if (!open) return;
    const outside = (event: Event) => {
      if (!place.current?.contains(event.target as Node)) shut.current();
    };
    document.addEventListener('pointerdown', outside);
    document.addEventListener('focusin', outside);
    return () => {
      document.removeEventListener('pointerdown', outside);
      document.removeEventListener('focusin', outside);
    };
  }, [open, place]);
}
