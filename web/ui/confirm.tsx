import { lazy, Suspense, useCallback, useSyncExternalStore } from 'react';

export type Question = {
  title: string;
  text?: string;
  confirmLabel?: string;
  cancelLabel?: string;
  danger?: boolean;
  /** Asks for a sentence too, such as why something is refused. */
  reason?: { label: string; required?: boolean; maxLength?: number };
};
export type Answer = { reason: string } | false;
export type Asked = Question & { answer: (answer: Answer) => void };

let asked: Asked | null = null;
const listeners = new Set<() => void>();
const subscribe = (listener: () => void) => {
  listeners.add(listener);
  return () => listeners.delete(listener);
};

function show(next: Asked | null) {
  asked = next;
  for (const listener of listeners) listener();
}

/** Asks before something is done: `const answer = await confirm({ title, danger: true })`. */
export const confirm = (question: Question): Promise<Answer> =>
  new Promise((resolve) => {
    show({
      ...question,
      answer: (answer) => {
        show(null);
        resolve(answer);
      },
    });
  });

export const useConfirm = () => useCallback(confirm, []);

const ConfirmDialog = lazy(async () => {
  const { ConfirmDialog: dialog } = await import('./confirm-dialog.tsx');
  return { default: dialog };
});

/** Once per document; the dialog itself is fetched with the first question. */
export function ConfirmHost() {
  const question = useSyncExternalStore(
    subscribe,
    () => asked,
    () => null,
  );
  if (!question) return null;
  return (
    <Suspense>
      <ConfirmDialog asked={question} />
    </Suspense>
  );
}
