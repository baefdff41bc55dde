import { Button, Group, TextInput } from '@mantine/core';
import { useState } from 'react';
import { useTranslation } from '#web/platform/words.ts';

type Props = {
  given: string;
  fault: 'COUPON_UNKNOWN' | 'COUPON_USED' | 'COUPON_INVALID' | null;
  applied: boolean;
  apply: (code: string) => void;
};

/** A coupon or access code; a good one changes the price above at once. */
export function CodeField({ given, fault, applied, apply }: Props) {
  const { t } = useTranslation('sales');
  const [code, setCode] = useState(given);
  return (
    <Group align="flex-end" gap="xs" wrap="nowrap">
      <TextInput
        style={{ flex: 1 }}
        label={t('code.label')}
        description={applied ? t('code.applied') : t('code.hint')}
        value={code}
        onChange={(event) => setCode(event.currentTarget.value.toUpperCase())}
        onKeyDown={(event) => {
          if (event.key !== 'Enter') return;
          event.preventDefault();
          apply(code);
        }}
        error={fault && code === given ? t(`code.fault.${fault}`) : undefined}
        autoComplete="off"
        maxLength={40}
      />
      <Button variant="default" onClick={() => apply(code)} disabled={code === given}>
        {code || !given ? t('code.apply') : t('code.remove')}
      </Button>
    </Group>
  );
}
