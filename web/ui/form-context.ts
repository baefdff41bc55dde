import {
  createContext,
  type ReactNode,
  useContext,
  useEffect,
  useRef,
  useSyncExternalStore,
} from 'react';
import { useTranslation } from '#web/platform/words.ts';
import type { Drafts } from './drafts.ts';
import { type FormStore, nothingIn } from './form-store.ts';

type FormContextValue = {
  store: FormStore;
  formId: string;
  disabled: boolean;
  drafts: Drafts;
};

export const FormContext = createContext<FormContextValue | null>(null);

export function useForm(): FormContextValue {
  const form = useContext(FormContext);
  if (!form) throw new Error('a field stands outside of a form');
  return form;
}

/** The id of a field's input, to which the summary of errors links. */
export const inputId = (formId: string, name: string): string =>
  `${formId}-${name}`.replace(/[^\w-]/g, '-');

/** The value of any field of the form, for fields that depend on others. */
export function useFormValue<T>(name: string): T {
  const { store } = useForm();
  const read = () => store.get(name) as T;
  return useSyncExternalStore(store.subscribe, read, read);
}

export type FieldOptions = {
  label: string;
  required?: boolean;
  disabled?: boolean;
  /** Never kept as a draft: passwords. */
  secret?: boolean;
  isEmpty?: (value: unknown) => boolean;
};

/** What every ready-made field takes. */
export type FieldBase = Omit<FieldOptions, 'isEmpty' | 'secret'> & {
  name: string;
  description?: ReactNode;
};

/** Ties an input to the form: its value, its error (the server's, or that it is missing), its id. */
export function useField<T>(name: string, options: FieldOptions) {
  const { t } = useTranslation('ui');
  const { store, formId, disabled } = useForm();
  const { label, required = false, secret = false } = options;
  const isEmpty = useRef(options.isEmpty ?? nothingIn);
  useEffect(
    () => store.register(name, { label, required, secret, isEmpty: isEmpty.current }),
    [store, name, label, required, secret],
  );
  const value = useFormValue<T>(name);
  const told = useSyncExternalStore(
    store.subscribe,
    () => store.error(name),
    () => undefined,
  );
  const touched = useSyncExternalStore(
    store.subscribe,
    () => store.isTouched(name),
    () => false,
  );
  const missing = required && touched && isEmpty.current(value);
  return {
    value,
    set: (next: T) => store.set(name, next),
    error: told ?? (missing ? t('form.missing') : undefined),
    missing,
    inputProps: {
      id: inputId(formId, name),
      name,
      label,
      required,
      error: told ?? (missing ? t('form.missing') : undefined),
      disabled: disabled || options.disabled,
      onBlur: () => store.touch(name),
    },
  };
}
