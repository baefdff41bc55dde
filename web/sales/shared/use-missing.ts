import { type FormEvent, useEffect, useRef, useState } from 'react';
import { flushSync } from 'react-dom';
import type { ApiError } from '#web/platform/api.ts';
import { useTranslation } from '#web/platform/words.ts';

type Field = HTMLInputElement | HTMLSelectElement | HTMLTextAreaElement;

/**
 * What a paying form lacks is told by the press, not by a grey button: each empty field that is required
 * says so, and the first of them has the cursor. So has the first that the server refuses. Fields are
 * known by their `name`, which is that of their error.
 */
export function useMissing(fault: ApiError | null) {
  const { t } = useTranslation('ui');
  const form = useRef<HTMLFormElement>(null);
  const [missing, setMissing] = useState<readonly string[]>([]);
  useEffect(() => {
    if (fault?.fields) goTo(form.current?.querySelector<Field>('[aria-invalid="true"]'));
  }, [fault]);
  const isComplete = (): boolean => {
    const empty = [...(form.current?.elements ?? [])].filter(isField).filter(isEmpty);
    // Drawn at once, so that the cursor comes into a field which says what it lacks.
    flushSync(() => setMissing(empty.map(({ name }) => name)));
    goTo(empty[0]);
    return empty.length === 0;
  };
  const onChange = ({ target }: FormEvent) => {
    if (isField(target) && !isEmpty(target)) {
      setMissing((known) => known.filter((name) => name !== target.name));
    }
  };
  const told = Object.fromEntries(missing.map((name) => [name, t('form.missing')]));
  return {
    isComplete,
    errors: { ...fault?.fields, ...told },
    formProps: { ref: form, noValidate: true, onChange },
  };
}

const isField = (one: EventTarget): one is Field =>
  one instanceof HTMLInputElement ||
  one instanceof HTMLSelectElement ||
  one instanceof HTMLTextAreaElement;

const isEmpty = (one: Field): boolean => one.validity.valueMissing;

function goTo(field: Field | null | undefined): void {
  field?.focus({ preventScroll: true });
  field?.scrollIntoView({ block: 'center' });
}
