import { Button, VisuallyHidden } from '@mantine/core';
import { IconCheck, IconCopy } from '@tabler/icons-react';
import type { Affiliate } from '#contract/affiliates.ts';
import { useTranslation } from '#web/platform/words.ts';
import { useCopied } from '#web/ui/use-copied.ts';

/** Copies the address of a link with one press, and says so. */
export function CopyAddress({ affiliate: { name, path } }: { affiliate: Affiliate }) {
  const { t } = useTranslation('affiliates');
  const { copied, copy } = useCopied(`${location.origin}${path}`, t('copyFailed', { path }));
  const Icon = copied ? IconCheck : IconCopy;
  return (
    <>
      <Button
        variant="default"
        size="xs"
        title={path}
        aria-label={copied ? undefined : t('copyOf', { name })}
        leftSection={<Icon size={16} aria-hidden />}
        onClick={() => void copy()}
      >
        {copied ? t('copied') : t('copy')}
      </Button>
      <VisuallyHidden role="status">{copied && t('copied')}</VisuallyHidden>
    </>
  );
}
