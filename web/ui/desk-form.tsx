import { Button } from '@mantine/core';
import {
  type FocusEvent,
  type KeyboardEvent,
  type ReactNode,
  useContext,
  useId,
  useRef,
  useState,
} from 'react';
import { flushSync } from 'react-dom';
import { useRevalidator } from 'react-router';
import { sentenceFor, toldBy } from '#web/platform/error-words.ts';
import { sessionUser } from '#web/platform/session.ts';
import { useTranslation } from '#web/platform/words.ts';
import classes from './desk-form.module.css';
import { type Drafts, draftsOf } from './drafts.ts';
import { ErrorSummary } from './error-summary.tsx';
import type { Together } from './form-changes.ts';
import { FormContext, goToField, useForm } from './form-context.ts';
import { useDraft, useFreshData } from './form-life.ts';
import { type FormStore, formStore } from './form-store.ts';
import { innerForms, useInnerForm } from './inner-forms.ts';
import { SaveBar, useFormState } from './save-bar.tsx';
import { useAlive } from './use-alive.ts';
import { type AutosaveOptions, useAutosave } from './use-autosave.ts';

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
  /** The form saves itself and has no button; what it could not save is kept in the browser. */
  autosave?: AutosaveOptions<T> | null;
  /** A small form inside of another: sent by its button, by Enter, and (`leaving`) by leaving it. */
  nested?: boolean | 'leaving';
  /** Brings a field into sight that stands in a section which is not shown. */
  reveal?: (name: string) => void;
  /** Beside the button of a small form. */
  beside?: ReactNode;
  /** Do not load the page's data again after saving. */
  keepData?: boolean;
  children: ReactNode;
};

/** A form: required fields, errors, draft, guard against leaving and the bar to save with. */
export function DeskForm<T extends object, Answer>(props: Props<T, Answer>) {
  const { id, initial, disabled = false, bar = true, autosave = null, nested } = props;
  const formId = useId();
  const [store] = useState(() => formStore(initial, props.together));
  const [drafts] = useState(() => draftsOf(sessionUser()?.id ?? null));
  const [inner] = useState(innerForms);
  const alive = useAlive();
  const saver = useAutosave(store, autosave);
  useFreshData(store, initial, autosave !== null);
  const guarded = () => bar && (autosave === null || saver.state().is === 'failed');
  useDraft(store, { id, drafts, guarded });
  const { submit, saving, summary } = useSubmit(store, { ...props, drafts, formId });
  const off = disabled || saving || !alive;
  const context = {
    ...{ store: store as unknown as FormStore, formId, drafts, inner, disabled: off },
    saver: autosave ? saver : undefined,
    reveal: props.reveal,
  };
  const savesInside = nested !== undefined && nested !== false && autosave !== null;
  const around = useContext(FormContext)?.inner;
  useInnerForm(savesInside ? around : undefined, {
    ...{ store: context.store, saver },
    go: (name) => goToField(context, name),
  });
  const Frame = nested ? NestedFrame : PlainFrame;
  const showsBar = bar && !disabled && autosave === null;
  return (
    <FormContext value={context}>
      <Frame saving={saving} small={!bar} leaving={nested === 'leaving'} submit={submit}>
        <div ref={summary} tabIndex={-1} className={classes.summary}>
          {/* A summary that comes and goes while one types would push the field about. */}
          {!savesInside && <ErrorSummary brief={!bar} />}
        </div>
        {props.children}
        {showsBar && <SaveBar saving={saving} label={props.submitLabel} />}
        {!bar && (
          <SmallSubmit
            saving={saving}
            off={disabled}
            label={props.submitLabel}
            press={nested && submit}
          >
            {props.beside}
          </SmallSubmit>
        )}
      </Frame>
    </FormContext>
  );
}

type FrameProps = {
  saving: boolean;
  small: boolean;
  leaving: boolean;
  submit: () => Promise<void>;
  children: ReactNode;
};

function PlainFrame({ saving, small, submit, children }: FrameProps) {
  return (
    <form
      noValidate
      className={classes.form}
      data-small={small || undefined}
      aria-busy={saving}
      onSubmit={(event) => {
        event.preventDefault();
        void submit();
      }}
    >
      {children}
    </form>
  );
}

/** HTML knows no form inside of a form. */
function NestedFrame({ saving, leaving, submit, children }: FrameProps) {
  const byKey = (event: KeyboardEvent) => {
    if (event.key !== 'Enter' || !(event.target instanceof HTMLInputElement)) return;
    event.preventDefault();
    void submit();
  };
  const left = ({ currentTarget, relatedTarget }: FocusEvent) => {
    if (leaving && !currentTarget.contains(relatedTarget)) void submit();
  };
  return (
    // biome-ignore lint/a11y/noStaticElementInteractions: what its own button does, by other ways
    <div className={classes.form} data-small aria-busy={saving} onKeyDown={byKey} onBlur={left}>
      {children}
    </div>
  );
}

type SubmitProps<T extends object, Answer> = Props<T, Answer> & { drafts: Drafts; formId: string };

/** What a refusal says at which field: one of its own that names a field is said there, in its words. */
function faultsIn(error: unknown): Record<string, string> {
  const { fields = {} } = error as { fields?: Record<string, string> };
  const [name, ...others] = Object.keys(fields);
  if (name === undefined || others.length > 0 || toldBy(error).code === 'VALIDATION') return fields;
  return { [name]: sentenceFor(error) };
}

function useSubmit<T extends object, Answer>(store: FormStore<T>, props: SubmitProps<T, Answer>) {
  const [saving, setSaving] = useState(false);
  const { revalidate } = useRevalidator();
  const summary = useRef<HTMLDivElement>(null);
  const submit = async () => {
    const missing = store.missing();
    // Whoever only passes by a form inside of another has done nothing wrong.
    if (props.nested && !store.isDirty()) return;
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
      const faults = faultsIn(error);
      // Drawn at once: what is not there yet, or still switched off, could not be focused.
      flushSync(() => {
        store.refuse(sentenceFor(error), faults);
        setSaving(false);
      });
      const [first] = Object.keys(faults);
      if (first && props.bar === false && store.isToldAtFields()) goToField(props, first);
      else {
        summary.current?.focus({ preventScroll: true });
        summary.current?.scrollIntoView({ block: 'nearest' });
      }
    } finally {
      setSaving(false);
    }
  };
  return { submit, saving, summary };
}

type SmallProps = {
  saving: boolean;
  /** The form cannot be sent now. */
  off: boolean;
  label?: string;
  /** Inside of another form a button of this kind would send that. */
  press?: false | (() => Promise<void>) | undefined;
  children?: ReactNode;
};

function SmallSubmit({ saving, off, label, press, children }: SmallProps) {
  const { t } = useTranslation('ui');
  const { store } = useForm();
  const { missing } = useFormState(store);
  return (
    <div className={classes.small}>
      <Button
        type={press ? 'button' : 'submit'}
        onClick={press ? () => void press() : undefined}
        size="md"
        loading={saving}
        disabled={off || missing.length > 0}
      >
        {label ?? t('form.save')}
      </Button>
      {children}
    </div>
  );
}

type SectionProps = {
  title: string;
  text?: ReactNode;
  aside?: ReactNode;
  /** Its place in the address. */
  place?: string;
  children: ReactNode;
};

/** A group of fields under one heading: the heading at the left, the fields beside it. */
export function FormSection({ title, text, aside, place, children }: SectionProps) {
  const id = useId();
  return (
    <section id={place} className={classes.section} aria-labelledby={id}>
      <div className={classes.about}>
        <h2 id={id} tabIndex={place ? -1 : undefined}>
          {title}
        </h2>
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
