import { type DragEvent, useEffect, useRef, useState } from 'react';

type Options = { off: boolean | undefined; take: (files: File[]) => void };

/**
 * Files that are dropped on a place, or pasted while the pointer or the focus is on it. One that
 * misses the place does not open in place of the page, with all that was typed.
 */
export function useIncomingFiles({ off, take }: Options) {
  const place = useRef<HTMLDivElement>(null);
  const [over, setOver] = useState(false);
  const latest = useRef(take);
  latest.current = take;
  useKeptPage();
  useEffect(() => {
    if (off) return;
    const paste = (event: ClipboardEvent) => {
      const files = [...(event.clipboardData?.files ?? [])];
      if (files.length === 0 || event.defaultPrevented) return;
      if (!place.current?.matches(':hover, :focus-within') || writes(event.target)) return;
      event.preventDefault();
      latest.current(files);
    };
    document.addEventListener('paste', paste);
    return () => document.removeEventListener('paste', paste);
  }, [off]);
  const dropping = {
    onDragOver: (event: DragEvent) => {
      event.preventDefault();
      if (!off) setOver(true);
    },
    onDragLeave: ({ currentTarget, relatedTarget }: DragEvent) => {
      if (!currentTarget.contains(relatedTarget as Node | null)) setOver(false);
    },
    onDrop: (event: DragEvent) => {
      event.preventDefault();
      setOver(false);
      if (!off) take([...event.dataTransfer.files]);
    },
  };
  return { place, over, dropping };
}

/** What is pasted there is meant for the text. */
const writes = (target: EventTarget | null): boolean =>
  target instanceof HTMLElement &&
  (target.isContentEditable || target.matches('textarea, input:not([type=file])'));

function useKeptPage() {
  useEffect(() => {
    const keep = (event: globalThis.DragEvent) => {
      if (!event.dataTransfer?.types.includes('Files')) return;
      if (!event.defaultPrevented) event.dataTransfer.dropEffect = 'none';
      event.preventDefault();
    };
    window.addEventListener('dragover', keep);
    window.addEventListener('drop', keep);
    return () => {
      window.removeEventListener('dragover', keep);
      window.removeEventListener('drop', keep);
    };
  }, []);
}
