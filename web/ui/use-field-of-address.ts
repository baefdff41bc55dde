import { useEffect } from 'react';
import { useLocation } from 'react-router';

/** `…#billing.iban` leads to the field of that name: whoever follows a task begins to type at once. */
export function useFieldOfAddress(): void {
  const { hash } = useLocation();
  useEffect(() => {
    if (hash === '') return;
    const field = document.getElementsByName(decodeURIComponent(hash.slice(1)))[0];
    field?.focus({ preventScroll: true });
    field?.scrollIntoView({ block: 'center' });
  }, [hash]);
}
