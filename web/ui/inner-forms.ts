import { useEffect, useRef } from 'react';
import type { Autosaver } from './autosaver.ts';
import type { FormStore } from './form-store.ts';

/** A form that saves itself, as far as others need to know of it. */
export type SavingForm = {
  store: FormStore;
  saver: Autosaver;
  /** Puts the cursor into one of its fields. */
  go: (name: string) => void;
};

export type InnerForms = ReturnType<typeof innerForms>;

/** The forms inside of a form that save themselves: what is typed in them counts as typed in it. */
export function innerForms() {
  const forms = new Map<SavingForm, () => void>();
  const listeners = new Set<() => void>();
  const tell = () => {
    for (const listener of listeners) listener();
  };
  return {
    subscribe(listener: () => void) {
      listeners.add(listener);
      return () => listeners.delete(listener);
    },
    all: () => [...forms.keys()],
    isDirty: () => [...forms.keys()].some(({ store }) => store.isDirty()),
    add(form: SavingForm) {
      const stops = [form.store.subscribe(tell), form.saver.subscribe(tell)];
      forms.set(form, () => {
        for (const stop of stops) stop();
      });
      tell();
      return () => {
        forms.get(form)?.();
        forms.delete(form);
        tell();
      };
    },
  };
}

/** Makes a form known to the one around it, if there is one. */
export function useInnerForm(around: InnerForms | undefined, { store, saver, go }: SavingForm) {
  const latest = useRef(go);
  latest.current = go;
  useEffect(
    () => around?.add({ store, saver, go: (name) => latest.current(name) }),
    [around, store, saver],
  );
}
