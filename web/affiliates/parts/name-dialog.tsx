import { Button, Group, Modal, Stack, TextInput } from '@mantine/core';
import { type FormEvent, useState } from 'react';
import { type Affiliate, affiliatesContract } from '#contract/affiliates.ts';
import { api } from '#web/platform/api.ts';
import { useTranslation } from '#web/platform/words.ts';
import { useAct } from '#web/ui/act.ts';

type Props = { affiliate: Affiliate; close: () => void };

/** Another name for an affiliate. */
export function NameDialog({ affiliate: { id, name }, close }: Props) {
  const { t } = useTranslation('affiliates');
  const act = useAct();
  const [text, setText] = useState(name);
  const save = async (event: FormEvent) => {
    event.preventDefault();
    const kept = await act.run(
      () => api(affiliatesContract.renameAffiliate, { params: { id }, body: { name: text } }),
      { done: t('renamed') },
    );
    if (kept) close();
  };
  return (
    <Modal opened onClose={close} title={t('rename')}>
      <form onSubmit={(event) => void save(event)}>
        <Stack gap="md">
          <TextInput
            label={t('name')}
            maxLength={80}
            required
            data-autofocus
            value={text}
            onChange={(event) => setText(event.currentTarget.value)}
          />
          <Group justify="flex-end">
            <Button variant="default" onClick={close}>
              {t('cancel')}
            </Button>
            <Button type="submit" loading={act.busy}>
              {t('save')}
            </Button>
          </Group>
        </Stack>
      </form>
    </Modal>
  );
}
