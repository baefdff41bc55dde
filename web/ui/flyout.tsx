import { type ReactNode, useEffect, useId, useRef, useState } from 'react';
import classes from './flyout.module.css';
import { useRootMark } from './use-root-mark.ts';

type Trigger = { 'aria-expanded': boolean; 'aria-controls': string; onClick: () => void };
type Props = {
  trigger: (props: Trigger, open: boolean) => ReactNode;
  children: (close: () => void) => ReactNode;
  width?: number;
};

/** A panel below a button: closes by Escape, by a click elsewhere, and when the focus leaves it. */
export function Flyout({ trigger, children, width = 260 }: Props) {
  const [open, setOpen] = useState(false);
  const id = useId();
  const place = useRef<HTMLDivElement>(null);
  useRootMark('data-menu', open);

  useEffect(() => {
    if (!open) return;
    const outside = (event: Event) => {
      if (!place.current?.contains(event.target as Node)) setOpen(false);
    };
    const byKey = (event: KeyboardEvent) => {
      if (event.key !== 'Escape') return;
      setOpen(false);
      place.current?.querySelector('button')?.focus();
    };
    document.addEventListener('pointerdown', outside);
    document.addEventListener('focusin', outside);
    document.addEventListener('keydown', byKey);
    return () => {
      document.removeEventListener('pointerdown', outside);
      document.removeEventListener('focusin', outside);
      document.removeEventListener('keydown', byKey);
    };
  }, [open]);

  const toggle = () => setOpen((was) => !was);
  return (
    <div ref={place} className={classes.place}>
      {trigger({ 'aria-expanded': open, 'aria-controls': id, onClick: toggle }, open)}
      <div id={id} className={classes.panel} style={{ width }} hidden={!open}>
        {open && children(() => setOpen(false))}
      </div>
    </div>
  );
}
