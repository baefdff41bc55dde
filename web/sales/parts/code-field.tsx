import { Button, Group, Stack, Text, TextInput } from '@mantine/core';
import { useId, useState } from 'react';
import type { Checkout } from '#contract/sales.ts';
import { useTranslation } from '#web/platform/words.ts';

export type Refused = { code: string; fault: NonNullable<Checkout['codeFault']> };

type Props = {
  /** The code that counts now. */
  given: string;
  /** The last one that was turned down. */
  refused: Refused | null;
  applied: boolean;
  apply: (code: string) => void;
};

/** A coupon or access code; a good one changes the price below at once. */
export function CodeField({ given, refused, applied, apply }: Props) {
  const { t } = useTranslation('sales');
  const id = useId();
  const [code, setCode] = useState(given || refused?.code || '');
  const fault = refused?.code === code && code !== given ? refused.fault : null;
  const settled = code === given || fault !== null;
  return (
    <Stack gap={4}>
      <Group align="flex-end" gap="xs" wrap="nowrap">
        <TextInput
          style={{ flex: 1 }}
          label={t('code.label')}
          value={code}
          onChange={(event) => setCode(event.currentTarget.value.toUpperCase())}
          onKeyDown={(event) => {
            if (event.key !== 'Enter') return;
            event.preventDefault();
            if (!settled) apply(code);
          }}
          error={fault !== null}
          aria-describedby={id}
          autoComplete="off"
          maxLength={40}
        />
        <Button variant="default" onClick={() => apply(code)} disabled={settled}>
          {code || !given ? t('code.apply') : t('code.remove')}
        </Button>
      </Group>
      {/* Below both, over the whole width: the button stays beside the field whatever is said. */}
      <Text
        id={id}
        size="xs"
        c={fault ? 'var(--mantine-color-error)' : 'dimmed'}
        role={fault ? 'alert' : undefined}
      >
        {fault ? t(`code.fault.${fault}`) : t(applied ? 'code.applied' : 'code.hint')}
      </Text>
    </Stack>
  );
}
