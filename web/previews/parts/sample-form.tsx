import { type ReactNode, useEffect, useId, useState } from 'react';
import type { Autosaver } from '#web/ui/autosaver.ts';
import { draftsOf } from '#web/ui/drafts.ts';
import { FormContext } from '#web/ui/form-context.ts';
import { type FormStore, type FormValues, formStore } from '#web/ui/form-store.ts';
import { innerForms } from '#web/ui/inner-forms.ts';

type Props = {
  values: FormValues;
  disabled?: boolean;
  saver?: Autosaver;
  /** Brings the form into the state that is shown. */
  begin?: (store: FormStore) => void;
  children: ReactNode;
};

/** A form around a sample: nothing of it is sent or kept. */
export function SampleForm({ values, disabled = false, saver, begin, children }: Props) {
  const formId = useId();
  const [store] = useState(() => formStore(values));
  const [drafts] = useState(() => draftsOf(null));
  const [inner] = useState(innerForms);
  // biome-ignore lint/correctness/useExhaustiveDependencies: once, when the sample appears
  useEffect(() => begin?.(store), [store]);
  const context = { store, formId, drafts, disabled, saver, inner };
  return <FormContext value={context}>{children}</FormContext>;
}
