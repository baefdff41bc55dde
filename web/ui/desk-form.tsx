import { Button } from '@mantine/core';
import { type ReactNode, useEffect, useId, useRef, useState, useSyncExternalStore } from 'react';
import { flushSync } from 'react-dom';
import { useRevalidator } from 'react-router';
import { sentenceFor } from '#web/platform/error-words.ts';
import { notify } from '#web/platform/notices.ts';
import { sessionUser } from '#web/platform/session.ts';
import { useTranslation } from '#web/platform/words.ts';
import classes from './desk-form.module.css';
import { type Drafts, draftsOf } from './drafts.ts';
import { ErrorSummary } from './error-summary.tsx';
import type { Together } from './form-changes.ts';
import { FormContext } from './form-context.ts';
import { type FormStore, formStore } from './form-store.ts';
import { markUnsaved } from './leave-guard.tsx';
import { SaveBar, useFormState } from './save-bar.tsx';

type Props<T extends object, Answer> = {
  /** Under this name what was typed is kept until it is sent. */
  id: string;
  initial: T;
  /**
   * Sends the values; what it throws is shown at the fields and above them. `before` is what was
   * saved: who sends only what differs from it (`changesIn`) undoes nothing of others.
   */
  save: (values: T, before: T) => Promise<Answer>;
  saved?: (answer: Answer, values: T) => void;
  disabled?: boolean;
  /** Groups whose fields are right only together, such as a price with its tax rate. */
  together?: Together;
  /** `false`: a small form such as log-in, with one button under it and no guard. */
  bar?: boolean;
  submitLabel?: string;
  /** Beside the button of a small form. */
  beside?: ReactNode;
  /** Do not load the page's data again after saving. */
  keepData?: boolean;
  children: ReactNode;
};

/** A form: required fields, errors, draft, guard against leaving and the bar to save with. */
export function DeskForm<T extends object, Answer>(props: Props<T, Answer>) {
  const { id, initial, disabled = false, bar = true, children } = props;
  const formId = useId();
  const [store] = useState(() => formStore(initial, props.together));
  const [drafts] = useState(() => draftsOf(sessionUser()?.id ?? null));
  const anyStore = store as unknown as FormStore;
  const alive = useAlive();
  useFreshData(store, initial);
  useDraft(store, { id, drafts, guarded: bar });
  const { submit, saving, summary } = useSubmit(store, { ...props, drafts });
  const off = disabled || saving || !alive;
  return (
    <FormContext value={{ store: anyStore, formId, drafts, disabled: off }}>
      <form
        noValidate
        className={classes.form}
        data-small={!bar || undefined}
        aria-busy={saving}
        onSubmit={(event) => {
          event.preventDefault();
          void submit();
        }}
      >
        <div ref={summary} tabIndex={-1} className={classes.summary}>
          <ErrorSummary store={anyStore} formId={formId} />
        </div>
        {children}
        {bar ? (
          !disabled && <SaveBar store={anyStore} saving={saving} label={props.submitLabel} />
        ) : (
          <SmallSubmit store={anyStore} saving={saving} label={props.submitLabel}>
            {props.beside}
          </SmallSubmit>
        )}
      </form>
    </FormContext>
  );
}

const never = () => () => undefined;

/**
 * False in the page as the server sent it: what is typed before the script has come would be lost,
 * so nothing can be typed until then.
 */
const useAlive = (): boolean =>
  useSyncExternalStore(
    never,
    () => true,
    () => false,
  );

/** New data from the server replaces what is shown; what somebody is typing stays over it. */
function useFreshData<T extends object>(store: FormStore<T>, initial: T) {
  const text = JSON.stringify(initial);
  const last = useRef(text);
  useEffect(() => {
    if (last.current === text) return;
    last.current = text;
    const next = JSON.parse(text) as T;
    if (store.isDirty()) store.rebase(next);
    else store.reset(next);
  }, [store, text]);
}

type DraftProps = { id: string; drafts: Drafts; guarded: boolean };

function useDraft<T extends object>(store: FormStore<T>, { id, drafts, guarded }: DraftProps) {
  const { t } = useTranslation('ui');
  // biome-ignore lint/correctness/useExhaustiveDependencies: once, when the form appears
  useEffect(() => {
    const kept = drafts.find(id);
    if (!kept) return;
    store.restore(kept);
    if (store.isDirty()) notify({ variant: 'warning', message: t('form.restored') });
  }, [id]);
  useEffect(() => {
    const stop = store.subscribe(() => {
      const dirty = store.isDirty();
      if (dirty) drafts.keep(id, store.draft());
      else drafts.forget(id);
      if (guarded) markUnsaved(id, dirty ? () => drafts.forget(id) : null);
    });
    return () => {
      stop();
      markUnsaved(id, null);
    };
  }, [store, id, drafts, guarded]);
}

type SubmitProps<T extends object, Answer> = Props<T, Answer> & { drafts: Drafts };

function useSubmit<T extends object, Answer>(store: FormStore<T>, props: SubmitProps<T, Answer>) {
  const [saving, setSaving] = useState(false);
  const { revalidate } = useRevalidator();
  const summary = useRef<HTMLDivElement>(null);
  const submit = async () => {
    const missing = store.missing();
    for (const name of missing) store.touch(name);
    if (missing.length > 0 || saving) return;
    setSaving(true);
    try {
      const values = store.values();
      const answer = await props.save(values, store.start());
      store.settle();
      props.drafts.forget(props.id);
      props.saved?.(answer, values);
      if (!props.keepData) await revalidate();
    } catch (error) {
      const { fields = {} } = error as { fields?: Record<string, string> };
      // Drawn at once: a summary that is not there yet could not be focused.
      flushSync(() => store.refuse(sentenceFor(error), fields));
      summary.current?.focus({ preventScroll: true });
      summary.current?.scrollIntoView({ block: 'nearest' });
    } finally {
      setSaving(false);
    }
  };
  return { submit, saving, summary };
}

type SmallProps = { store: FormStore; saving: boolean; label?: string; children?: ReactNode };

function SmallSubmit({ store, saving, label, children }: SmallProps) {
  const { t } = useTranslation('ui');
  const { missing } = useFormState(store);
  return (
    <div className={classes.small}>
      <Button type="submit" size="md" loading={saving} disabled={missing.length > 0}>
        {label ?? t('form.save')}
      </Button>
      {children}
    </div>
  );
}

type SectionProps = { title: string; text?: ReactNode; aside?: ReactNode; children: ReactNode };

/** A group of fields under one heading: the heading at the left, the fields beside it. */
export function FormSection({ title, text, aside, children }: SectionProps) {
  const id = useId();
  return (
    <section className={classes.section} aria-labelledby={id}>
      <div className={classes.about}>
        <h2 id={id}>{title}</h2>
        {text && <p>{text}</p>}
        {aside}
      </div>
      <div className={classes.fields}>{children}</div>
    </section>
  );
}

/** Fields that stand side by side where there is room. */
export function FieldRow({ children }: { children: ReactNode }) {
  return <div className={classes.row}>{children}</div>;
}
