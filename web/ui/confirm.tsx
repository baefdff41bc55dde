import { useCallback, useSyncExternalStore } from 'react';
import { Late, lateCode, tellMissed } from './late.tsx';

export type Question = {
  title: string;
  text?: string;
  /** What happens at once and might not be expected. */
  warning?: string | undefined;
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

const dialog = lateCode(async () => (await import('./confirm-dialog.tsx')).ConfirmDialog);

/** Once per document; the dialog itself is fetched with the first question. */
export function ConfirmHost() {
  const question = useSyncExternalStore(
    subscribe,
    () => asked,
    () => null,
  );
  if (!question) return null;
  // A question that cannot be put is answered with no: nothing is done, and nothing is lost.
  const missed = () => {
    question.answer(false);
    tellMissed();
  };
  return (
    <Late code={dialog} missed={missed} wanted={0}>
      {(ConfirmDialog) => <ConfirmDialog asked={question} />}
    </Late>
  );
}
