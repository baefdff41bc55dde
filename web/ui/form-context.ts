import {
  createContext,
  type ReactNode,
  useContext,
  useEffect,
  useRef,
  useSyncExternalStore,
} from 'react';
import { flushSync } from 'react-dom';
import { useTranslation } from '#web/platform/words.ts';
import type { Autosaver } from './autosaver.ts';
import type { Drafts } from './drafts.ts';
import { type FormStore, nothingIn } from './form-store.ts';
import type { InnerForms } from './inner-forms.ts';

type FormContextValue = {
  store: FormStore;
  formId: string;
  disabled: boolean;
  drafts: Drafts;
  /** Set while the form saves itself. */
  saver?: Autosaver | undefined;
  inner: InnerForms;
  /** Brings a field into sight that stands in another section. */
  reveal?: ((name: string) => void) | undefined;
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
  /** How a value reads in a list of changes; as it is unless told. */
  shown?: (value: unknown) => string;
  /** The field that this one says once more: told on leaving it, not only by the server. */
  repeats?: string;
};

/** What every ready-made field takes. */
export type FieldBase = Omit<FieldOptions, 'isEmpty' | 'secret' | 'repeats' | 'shown'> & {
  name: string;
  description?: ReactNode;
};

/** As the server compares: of secrets every letter counts, of addresses neither case nor spaces do. */
export function saysTheSame(value: unknown, other: unknown, secret: boolean): boolean {
  if (typeof value !== 'string' || typeof other !== 'string' || secret) return value === other;
  return value.trim().toLowerCase() === other.trim().toLowerCase();
}

const plainly = (value: unknown): string => {
  if (Array.isArray(value)) return value.map(plainly).join(', ');
  return typeof value === 'string' || typeof value === 'number' ? String(value) : '';
};

/** Puts the cursor into a field, wherever it stands. */
export function goToField(
  { formId, reveal }: Pick<FormContextValue, 'formId' | 'reveal'>,
  name: string,
): void {
  if (reveal) flushSync(() => reveal(name));
  const field = document.getElementById(inputId(formId, name));
  field?.focus();
  field?.scrollIntoView({ block: 'center' });
}

/** Ties an input to the form: its value, its error (the server's, or that it is missing), its id. */
export function useField<T>(name: string, options: FieldOptions) {
  const { t } = useTranslation('ui');
  const { store, formId, disabled } = useForm();
  const { label, required = false, secret = false } = options;
  const isEmpty = useRef(options.isEmpty ?? nothingIn);
  const shown = useRef(options.shown);
  shown.current = options.shown;
  useEffect(
    () =>
      store.register(name, {
        ...{ label, required, secret },
        isEmpty: isEmpty.current,
        shown: (next) => shown.current?.(next) ?? plainly(next),
      }),
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
  const { repeats } = options;
  const other = useFormValue<T>(repeats ?? name);
  const differs = repeats !== undefined && touched && !saysTheSame(value, other, secret);
  const wrong = missing ? t('form.missing') : differs ? t('form.differs') : undefined;
  return {
    value,
    set: (next: T) => store.set(name, next),
    error: told ?? wrong,
    missing,
    inputProps: {
      id: inputId(formId, name),
      name,
      label,
      required,
      error: told ?? wrong,
      disabled: disabled || options.disabled,
      onBlur: () => store.touch(name),
    },
  };
}
