import { type RefObject, useLayoutEffect } from 'react';
import type { FormStore } from './form-store.ts';

type Field = HTMLInputElement | HTMLTextAreaElement;

/**
 * What was typed, ticked or filled in by the browser before the script arrived stands in the page
 * but in no state yet. It is taken over once, before anything is drawn anew.
 */
export function useTypedEarly(form: RefObject<HTMLFormElement | null>, store: FormStore): void {
  // biome-ignore lint/correctness/useExhaustiveDependencies: once, when the form comes alive
  useLayoutEffect(() => {
    const fields = form.current?.querySelectorAll<Field>(
      'input[name], textarea[name]',
    );
    for (const field of fields ?? []) {
      const typed = typedIn(field);
      if (typed !== undefined) store.set(field.name, typed);
    }
  }, []);
}

/** The value that differs from the one that was sent with the page; undefined when none does. */
function typedIn(field: Field): unknown {
  if (field instanceof HTMLInputElement && field.type === 'checkbox') {
    return field.checked === field.defaultChecked ? undefined : field.checked;
  }
  if (field instanceof HTMLInputElement && field.type === 'radio') {
    return field.checked && !field.defaultChecked ? field.value : undefined;
  }
  if (field instanceof HTMLInputElement && field.type === 'file') return undefined;
  return field.value && field.value !== field.defaultValue ? field.value : undefined;
}
