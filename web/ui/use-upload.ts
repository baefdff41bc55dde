import { useEffect, useRef, useState } from 'react';
import { sentenceFor } from '#web/platform/error-words.ts';
import { markUnsaved } from './leave-guard.tsx';

/** How the sending of one file stands. `preview`: an address under which this browser shows it. */
export type Upload =
  | { is: 'idle' }
  | { is: 'sending'; share: number; preview: string }
  | { is: 'failed'; reason: string; preview: string };

export type SendFile<Answer> = (
  file: Blob,
  how: { onProgress: (share: number) => void; signal: AbortSignal },
) => Promise<Answer>;

type Options<Answer> = {
  /** Under this name the page asks before it is left while a file is on its way. */
  id: string;
  send: SendFile<Answer>;
  done: (answer: Answer, file: Blob) => void;
};

type Run = { file: Blob; preview: string; abort: AbortController };
const idle: Upload = { is: 'idle' };

/** One file at a time: it can be called back, and what failed is sent again without being chosen anew. */
export function useUpload<Answer>(options: Options<Answer>) {
  const [state, setState] = useState<Upload>(idle);
  const latest = useRef(options);
  latest.current = options;
  const run = useRef<Run | null>(null);

  const drop = () => {
    if (!run.current) return;
    run.current.abort.abort();
    URL.revokeObjectURL(run.current.preview);
    run.current = null;
  };
  const cancel = () => {
    drop();
    setState(idle);
  };
  const attempt = async (own: Run) => {
    const isMine = () => run.current === own && !own.abort.signal.aborted;
    const { preview, file } = own;
    setState({ is: 'sending', share: 0, preview });
    const onProgress = (share: number) => {
      if (isMine()) setState({ is: 'sending', share, preview });
    };
    try {
      const answer = await latest.current.send(file, { onProgress, signal: own.abort.signal });
      if (!isMine()) return;
      latest.current.done(answer, file);
      cancel();
    } catch (error) {
      if (isMine()) setState({ is: 'failed', reason: sentenceFor(error), preview });
    }
  };
  const start = (file: Blob) => {
    drop();
    run.current = { file, preview: URL.createObjectURL(file), abort: new AbortController() };
    void attempt(run.current);
  };
  const retry = () => {
    if (!run.current) return;
    run.current = { ...run.current, abort: new AbortController() };
    void attempt(run.current);
  };

  const { id } = options;
  const isOpen = state.is !== 'idle';
  // biome-ignore lint/correctness/useExhaustiveDependencies: `cancel` is the same in every drawing
  useEffect(() => {
    markUnsaved(id, isOpen ? cancel : null);
    return () => markUnsaved(id, null);
  }, [id, isOpen]);
  // biome-ignore lint/correctness/useExhaustiveDependencies: once, when the field goes
  useEffect(() => drop, []);
  return { state, start, retry, cancel };
}
