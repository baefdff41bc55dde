import { changesIn, laidOver, type Together } from './form-changes.ts';

/** The state of one form: values, who is missing, what the server said. No React in here. */
export type FormValues = Record<string, unknown>;
type FieldInfo = {
  label: string;
  required: boolean;
  secret: boolean;
  /** How a value reads in a list of changes. */
  shown?: (value: unknown) => string;
  isEmpty: (value: unknown) => boolean;
};

const steps = (path: string) => path.split('.');

export function valueAt(values: unknown, path: string): unknown {
  let place = values;
  for (const step of steps(path)) place = (place as Record<string, unknown> | undefined)?.[step];
  return place;
}

function withValue(values: unknown, [step = '', ...rest]: string[], value: unknown): unknown {
  const copy: Record<string, unknown> | unknown[] = Array.isArray(values)
    ? [...values]
    : { ...(values as object) };
  const slot = copy as Record<string, unknown>;
  slot[step] = rest.length > 0 ? withValue(slot[step], rest, value) : value;
  return copy;
}

export const nothingIn = (value: unknown): boolean =>
  value === undefined ||
  value === null ||
  value === false ||
  (typeof value === 'string' && value.trim() === '') ||
  (Array.isArray(value) && value.length === 0);

export type FormStore<T extends object = FormValues> = ReturnType<typeof formStore<T>>;

export function formStore<T extends object>(initial: T, together: Together = []) {
  let start: T = initial;
  let values: T = initial;
  let errors: Record<string, string> = {};
  let message: string | null = null;
  const fields = new Map<string, FieldInfo>();
  const touched = new Set<string>();
  const listeners = new Set<() => void>();
  let version = 0;

  const tell = () => {
    version += 1;
    for (const listener of listeners) listener();
  };

  return {
    together,
    subscribe(listener: () => void) {
      listeners.add(listener);
      return () => listeners.delete(listener);
    },
    version: () => version,
    values: () => values,
    /** What is saved, as far as the form knows. */
    start: () => start,
    get: (path: string) => valueAt(values, path),
    error: (path: string): string | undefined => errors[path],
    errors: () => errors,
    message: () => message,
    /** What was refused is said at fields of the form, all of it. */
    isToldAtFields: () => {
      const paths = Object.keys(errors);
      return paths.length > 0 && paths.every((path) => fields.has(path));
    },
    labelOf: (path: string): string | undefined => fields.get(path)?.label,
    set(path: string, value: unknown) {
      values = withValue(values, steps(path), value) as T;
      if (errors[path]) {
        const { [path]: _gone, ...rest } = errors;
        errors = rest;
        if (Object.keys(rest).length === 0) message = null;
      }
      tell();
    },
    touch(path: string) {
      if (touched.has(path)) return;
      touched.add(path);
      tell();
    },
    isTouched: (path: string) => touched.has(path),
    register(path: string, info: FieldInfo) {
      fields.set(path, info);
      tell();
      return () => {
        fields.delete(path);
        tell();
      };
    },
    /** The required fields that are empty, in the order in which they stand. */
    missing: (): string[] =>
      [...fields]
        .filter(([path, field]) => field.required && field.isEmpty(valueAt(values, path)))
        .map(([path]) => path),
    /** Fields that are not as saved, in the order in which they stand. */
    changed: () =>
      [...fields].flatMap(([path, { label, shown }]) => {
        const [before, after] = [valueAt(start, path), valueAt(values, path)];
        return JSON.stringify(before) === JSON.stringify(after)
          ? []
          : [{ path, label, before, after, shown }];
      }),
    /** One field as it is saved. */
    undo(path: string) {
      this.set(path, valueAt(start, path));
    },
    isDirty: () => values !== start && Object.keys(changesIn(values, start)).length > 0,
    refuse(sentence: string, byField: Record<string, string>) {
      message = sentence;
      errors = byField;
      tell();
    },
    /**
     * What was sent is what is saved, but for the fields in `left` (with the sentence why, or
     * none); what was typed since stands over it. Without arguments: what is typed now is saved.
     */
    settle(sent: T = values, left: Record<string, string> = {}) {
      const kept: Record<string, unknown> = { ...changesIn(sent, start, together) };
      for (const path of Object.keys(left)) delete kept[steps(path)[0] ?? path];
      start = laidOver(start, kept, together);
      errors = Object.fromEntries(Object.entries(left).filter(([, sentence]) => sentence));
      message = null;
      tell();
    },
    reset(next: T = start) {
      start = next;
      values = next;
      errors = {};
      message = null;
      touched.clear();
      tell();
    },
    /** Something else is saved now: what was typed since stands over it, the rest is as saved. */
    rebase(next: T) {
      values = laidOver(next, changesIn(values, start, together), together);
      start = next;
      tell();
    },
    /** A draft over what is saved now. */
    restore(kept: object) {
      values = laidOver(values, kept, together);
      tell();
    },
    /** What may be kept as a draft: what was typed, but no secrets. */
    draft(): Partial<T> {
      let kept: unknown = changesIn(values, start, together);
      for (const [path, field] of fields) {
        if (field.secret && valueAt(kept, path) !== undefined) {
          kept = withValue(kept, steps(path), undefined);
        }
      }
      return kept as Partial<T>;
    },
  };
}
