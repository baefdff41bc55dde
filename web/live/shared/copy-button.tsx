import { Button, VisuallyHidden } from '@mantine/core';
import { IconCheck, IconCopy } from '@tabler/icons-react';
import { useTranslation } from '#web/platform/words.ts';
import { useCopied } from '#web/ui/use-copied.ts';

type Props = { label: string; value: string; name?: string };

/** Copies a value with one press, and says so. `label` names what is copied; `name` is the button's. */
export function CopyButton({ label, value, name }: Props) {
  const { t } = useTranslation('live');
  const { copied, copy } = useCopied(value, t('copyFailed'));
  const Icon = copied ? IconCheck : IconCopy;
  return (
    <>
      <Button
        variant="default"
        aria-label={name ?? t('copyWhat', { what: label })}
        leftSection={<Icon size={16} aria-hidden />}
        onClick={() => void copy()}
      >
        {copied ? t('copied') : (name ?? t('copy'))}
      </Button>
      {/* The name of the button hides what changes inside it. */}
      <VisuallyHidden role="status">{copied && t('copied')}</VisuallyHidden>
    </>
  );
}
