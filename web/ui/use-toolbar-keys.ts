import type { Editor } from '@tiptap/react';
import { type RefObject, useEffect } from 'react';

/**
 * One stop for the Tab key, arrows inside of it (as WAI-ARIA describes a toolbar). The buttons come
 * from elsewhere and all have a stop of their own: it is taken from them here.
 */
export function useToolbarKeys(bar: RefObject<HTMLElement | null>, editor: Editor | null): void {
  useEffect(() => {
    const toolbar = bar.current;
    if (!toolbar || !editor) return;
    const usable = () => [...toolbar.querySelectorAll<HTMLElement>('button:not(:disabled)')];
    const rest = (stop: Element | undefined) => {
      for (const button of toolbar.querySelectorAll('button')) {
        button.tabIndex = button === stop ? 0 : -1;
      }
    };
    const renew = () => {
      const buttons = usable();
      rest(buttons.find(({ tabIndex }) => tabIndex === 0) ?? buttons[0]);
    };
    const focused = ({ target }: FocusEvent) => rest(target as Element);
    const byKey = (event: KeyboardEvent) => {
      const buttons = usable();
      const at = buttons.indexOf(document.activeElement as HTMLElement);
      const next = placeAfter(event.key, at, buttons.length);
      if (at < 0 || next === null) return;
      event.preventDefault();
      buttons[next]?.focus();
    };
    rest(usable()[0]);
    editor.on('transaction', renew);
    toolbar.addEventListener('focusin', focused);
    toolbar.addEventListener('keydown', byKey);
    return () => {
      editor.off('transaction', renew);
      toolbar.removeEventListener('focusin', focused);
      toolbar.removeEventListener('keydown', byKey);
    };
  }, [bar, editor]);
}

/** Where a key leads from the button `at` of `count`; null when it leads nowhere. */
function placeAfter(key: string, at: number, count: number): number | null {
  if (key === 'ArrowRight') return (at + 1) % count;
  if (key === 'ArrowLeft') return (at - 1 + count) % count;
  if (key === 'Home') return 0;
  if (key === 'End') return count - 1;
  return null;
}
