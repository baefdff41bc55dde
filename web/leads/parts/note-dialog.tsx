import { Button, Group, Modal, Stack, Textarea } from '@mantine/core';
import { useState } from 'react';
import { type Lead, leadsContract } from '#contract/leads.ts';
import { api } from '#web/platform/api.ts';
import { useTranslation } from '#web/platform/words.ts';
import { useAct } from '#web/ui/act.ts';

type Props = { lead: Lead; close: () => void };

/** A note about somebody, for whoever works with them. */
export function NoteDialog({ lead: { id, note, person }, close }: Props) {
  const { t } = useTranslation('leads');
  const act = useAct();
  const [text, setText] = useState(note);
  const save = async () => {
    const kept = await act.run(
      () => api(leadsContract.noteLead, { params: { id }, body: { note: text } }),
      { done: t('note.saved') },
    );
    if (kept) close();
  };
  return (
    <Modal opened onClose={close} title={t('note.about', { name: person.name || person.email })}>
      <Stack gap="md">
        <Textarea
          label={t('note.label')}
          description={t('note.seen')}
          autosize
          minRows={3}
          maxRows={12}
          maxLength={1000}
          data-autofocus
          value={text}
          onChange={(event) => setText(event.currentTarget.value)}
        />
        <Group justify="flex-end">
          <Button variant="default" onClick={close}>
            {t('note.cancel')}
          </Button>
          <Button loading={act.busy} onClick={() => void save()}>
            {t('note.save')}
          </Button>
        </Group>
      </Stack>
    </Modal>
  );
}
