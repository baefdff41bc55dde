import { IconCheck } from '@tabler/icons-react';
import { type KeyboardEvent, type ReactNode, useEffect, useId, useRef, useState } from 'react';
import classes from './bar-menu.module.css';

export type MenuOption<Value> = { value: Value; label: string };
type Props<Value> = {
  /** Says what it is and how it stands. */
  label: string;
  title: string;
  icon: ReactNode;
  /** Beside the icon, such as the height that plays. */
  shown?: string;
  /** Asked when it opens. */
  options: () => MenuOption<Value>[];
  chosen: Value;
  choose: (value: Value) => void;
  /** The options are sentences: below each other, and broken where they are long. */
  long?: boolean;
  /** Below the options, such as why there are no others. */
  note?: string;
};

/** A menu on the bar of the player: inside it, so that it works full screen too. */
export function BarMenu<Value extends string | number>(props: Props<Value>) {
  const { label, title, icon, shown, options, chosen, choose, long, note } = props;
  const [open, setOpen] = useState(false);
  const place = useRef<HTMLDivElement>(null);
  const id = useId();
  useCloseOutside(place, open, () => setOpen(false));
  const back = () => {
    setOpen(false);
    place.current?.querySelector('button')?.focus();
  };
  return (
    <div ref={place} className={classes.place}>
      <button
        type="button"
        className={classes.button}
        aria-label={label}
        title={open ? undefined : title}
        aria-haspopup="menu"
        aria-expanded={open}
        aria-controls={id}
        onClick={() => setOpen(!open)}
      >
        {icon}
        {shown && <span aria-hidden="true">{shown}</span>}
      </button>
      {open && (
        <div
          id={id}
          role="menu"
          tabIndex={-1}
          aria-label={title}
          className={classes.menu}
          data-long={long || undefined}
          onKeyDown={(event) => moveFocus(event, back)}
        >
          {options().map(({ value, label: words }) => (
            <button
              key={value}
              type="button"
              role="menuitemradio"
              aria-checked={value === chosen}
              // biome-ignore lint/a11y/noAutofocus: a menu that opens takes the focus
              autoFocus={value === chosen}
              onClick={() => {
                choose(value);
                back();
              }}
            >
              <IconCheck size={16} aria-hidden data-chosen={value === chosen || undefined} />
              {words}
            </button>
          ))}
          {note && (
            <div role="menuitem" aria-disabled="true" tabIndex={-1} className={classes.note}>
              {note}
            </div>
          )}
        </div>
      )}
    </div>
  );
}

function moveFocus(event: KeyboardEvent<HTMLElement>, close: () => void): void {
  const items = [...event.currentTarget.querySelectorAll<HTMLElement>('[role^=menuitem]')];
  const at = items.indexOf(document.activeElement as HTMLElement);
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
