import { Alert, Button, Group, Modal, Stack, Text, Textarea } from '@mantine/core';
import { IconAlertTriangle } from '@tabler/icons-react';
import { useState } from 'react';
import { useTranslation } from '#web/platform/words.ts';
import type { Asked } from './confirm.tsx';

/** The dialog of `confirm`, fetched with the first question. */
export function ConfirmDialog({ asked }: { asked: Asked }) {
  const { t } = useTranslation('ui');
  const [reason, setReason] = useState('');
  const incomplete = Boolean(asked.reason?.required) && reason.trim() === '';
  return (
    <Modal
      opened
      title={asked.title}
      onClose={() => asked.answer(false)}
      closeButtonProps={{ 'aria-label': t('close') }}
      zIndex={700}
    >
      <form
        onSubmit={(event) => {
          event.preventDefault();
          if (!incomplete) asked.answer({ reason: reason.trim() });
        }}
      >
        <Stack gap="lg">
          {asked.text && <Text c="dimmed">{asked.text}</Text>}
          {asked.warning && (
            <Alert color="yellow" icon={<IconAlertTriangle aria-hidden />}>
              {asked.warning}
            </Alert>
          )}
          {asked.reason && (
            <Textarea
              data-autofocus
              label={asked.reason.label}
              required={asked.reason.required}
              maxLength={asked.reason.maxLength ?? 500}
              minRows={3}
              autosize
              value={reason}
              onChange={(event) => setReason(event.currentTarget.value)}
            />
          )}
          <Group justify="flex-end" gap="sm">
            <Button variant="default" onClick={() => asked.answer(false)}>
              {asked.cancelLabel ?? t('cancel')}
            </Button>
            <Button
              type="submit"
              disabled={incomplete}
              color={asked.danger ? 'red' : undefined}
              data-autofocus={asked.reason ? undefined : true}
            >
              {asked.confirmLabel ?? t('confirm')}
            </Button>
          </Group>
        </Stack>
      </form>
    </Modal>
  );
}
