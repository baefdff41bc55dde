import { Button } from '@mantine/core';
import { useRef, useState } from 'react';
import type { Checkout } from '#contract/sales.ts';
import { useTranslation } from '#web/platform/words.ts';
import { CodeInput } from '../shared/code-input.tsx';

export type Refused = { code: string; fault: NonNullable<Checkout['codeFault']> };

type Props = {
  /** The code that counts now. */
  given: string;
  /** The last one that was turned down. */
  refused: Refused | null;
  applied: boolean;
  /** Whether the page is there for its code alone: then it can be changed and not removed. */
  needed: boolean;
  busy: boolean;
  apply: (code: string) => void;
};

/** A coupon or access code; a good one changes the price below at once. */
export function CodeField({ given, refused, applied, needed, busy, apply }: Props) {
  const { t } = useTranslation('sales');
  const [code, setCode] = useState(given || refused?.code || '');
  const fault = refused?.code === code && code !== given ? refused.fault : null;
  // A refused one may be sent again: it was perhaps held by somebody who has let it go since.
  const settled = code === given || (needed && !code);
  const input = useRef<HTMLInputElement>(null);
  // The one that counts stands there unchanged: the button takes it out.
  const removes = Boolean(given) && !needed && (code === given || !code);
  const send = () => {
    if (!settled && !busy) apply(code);
  };
  const remove = () => {
    if (busy) return;
    setCode('');
    apply('');
    // The button has nothing to do any more, and a focus on it would be lost.
    input.current?.focus();
  };
  const hint = applied
    ? t(fault ? 'code.stays' : 'code.applied', { code: given })
    : !fault && t('code.hint');
  return (
    <CodeInput
      {...{ input, code, send, hint }}
      type={setCode}
      fault={fault && t(`code.fault.${fault}`)}
    >
      <Button variant="default" onClick={removes ? remove : send} disabled={!removes && settled}>
        {removes ? t('code.remove') : t('code.apply')}
      </Button>
    </CodeInput>
  );
}
