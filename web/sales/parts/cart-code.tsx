import { Button } from '@mantine/core';
import { useRef, useState } from 'react';
import { type Cart, cartContract } from '#contract/cart.ts';
import { ApiError, api } from '#web/platform/api.ts';
import { sentenceFor } from '#web/platform/error-words.ts';
import { useTranslation } from '#web/platform/words.ts';
import { CodeInput } from '../shared/code-input.tsx';

type Props = {
  /** The cart, once the code counts in it. */
  show: (cart: Cart) => void;
};

/** A code for whatever of the cart it is for: a good one stands at its line, and changes its price. */
export function CartCode({ show }: Props) {
  const { t } = useTranslation('sales');
  const input = useRef<HTMLInputElement>(null);
  const [code, setCode] = useState('');
  const [busy, setBusy] = useState(false);
  const [told, setTold] = useState<{ fault?: string; done?: string }>({});
  const send = async () => {
    if (!code || busy) return;
    setBusy(true);
    setTold({});
    try {
      show(await api(cartContract.useCodeInCart, { body: { code } }));
      setTold({ done: t('cart.codeUsed', { code }) });
      setCode('');
    } catch (error) {
      if (!(error instanceof ApiError)) throw error;
      setTold({ fault: sentenceFor(error) });
    } finally {
      setBusy(false);
      input.current?.focus();
    }
  };
  return (
    <CodeInput
      input={input}
      code={code}
      type={setCode}
      send={() => void send()}
      hint={<span aria-live="polite">{told.done ?? t('code.hint')}</span>}
      fault={told.fault}
    >
      <Button variant="default" loading={busy} disabled={!code} onClick={() => void send()}>
        {t('code.apply')}
      </Button>
    </CodeInput>
  );
}
