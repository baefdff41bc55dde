import { ActionIcon, Text } from '@mantine/core';
import { IconMinus, IconPlus } from '@tabler/icons-react';
import type { ReactNode } from 'react';
import type { CartLine } from '#contract/cart.ts';
import { useTranslation } from '#web/platform/words.ts';
import classes from './cart.module.css';
import type { LineActs } from './cart-lines.tsx';

type Props = { line: CartLine; act: LineActs };

/** How many of a thing, by steps; where more are wanted than there are, down to what there is. */
export function CartQuantity({ line, act: { setQuantity, busy } }: Props) {
  const { t } = useTranslation('sales');
  const { title, quantity, most } = line;
  if (most === null || most < 1 || (most === 1 && quantity === 1)) return null;
  const set = (wanted: number) => setQuantity(line, Math.min(wanted, most));
  return (
    // biome-ignore lint/a11y/useSemanticElements: three parts of one control, not fields of a form.
    <div role="group" aria-label={t('cart.quantity', { title })} className={classes.quantity}>
      <Step
        label={t('cart.fewer', { title })}
        icon={<IconMinus size={18} aria-hidden />}
        off={busy || quantity <= 1}
        press={() => set(quantity - 1)}
      />
      <Text component="span" fw={600} aria-live="polite" className={classes.number}>
        {quantity}
      </Text>
      <Step
        label={t('cart.more', { title })}
        icon={<IconPlus size={18} aria-hidden />}
        off={busy || quantity >= most}
        press={() => set(quantity + 1)}
      />
    </div>
  );
}

type StepProps = { label: string; icon: ReactNode; off: boolean; press: () => void };

/** A button that is off keeps the focus: who steps by keyboard stays where they are. */
function Step({ label, icon, off, press }: StepProps) {
  return (
    <ActionIcon
      variant="default"
      size={40}
      aria-label={label}
      aria-disabled={off}
      data-disabled={off || undefined}
      onClick={() => {
        if (!off) press();
      }}
    >
      {icon}
    </ActionIcon>
  );
}
