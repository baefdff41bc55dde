import { useEffect, useState } from 'react';
import { copyText } from '#web/platform/copy-text.ts';
import { notify } from '#web/platform/notices.ts';

const shownMs = 2500;

/** Copies a text with one press: `copied` for a moment after, and `failed` said where it cannot be. */
export function useCopied(text: string, failed: string) {
  const [copied, setCopied] = useState(false);
  useEffect(() => {
    if (!copied) return;
    const timer = setTimeout(() => setCopied(false), shownMs);
    return () => clearTimeout(timer);
  }, [copied]);
  const copy = async () => {
    const done = await copyText(text);
    setCopied(done);
    if (!done) notify({ variant: 'warning', message: failed });
  };
  return { copied, copy };
}
