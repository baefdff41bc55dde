import { sentenceFor } from '#web/platform/error-words.ts';

export type NoticeVariant = 'success' | 'warning' | 'error';
export type Notice = { id: number; variant: NoticeVariant; title?: string; message: string };

let notices: readonly Notice[] = [];
let lastId = 0;
const listeners = new Set<() => void>();

function change(next: readonly Notice[]) {
  notices = next;
  for (const listener of listeners) listener();
}

/** More are not read before they go: the oldest gives its place to the next. */
const mostAtOnce = 2;

/** Shows a notice at the top left for ten seconds. The same one is not stacked twice. */
export function notify(notice: { message: string; title?: string; variant?: NoticeVariant }): void {
  lastId += 1;
  const { variant = 'success', ...rest } = notice;
  const others = notices.filter(({ message }) => message !== rest.message).slice(1 - mostAtOnce);
  change([...others, { id: lastId, variant, ...rest }]);
}

/** Shows what went wrong, in words for people. */
export const notifyError = (error: unknown): void =>
  notify({ variant: 'error', message: sentenceFor(error) });

export const dismissNotice = (id: number): void =>
  change(notices.filter((notice) => notice.id !== id));

export const noticeList = {
  read: () => notices,
  subscribe: (listener: () => void) => {
    listeners.add(listener);
    return () => listeners.delete(listener);
  },
};
