import { ActionIcon, Menu } from '@mantine/core';
import { IconDots, IconNote } from '@tabler/icons-react';
import { useState } from 'react';
import { type Lead, type LeadState, leadsContract } from '#contract/leads.ts';
import { api } from '#web/platform/api.ts';
import { useTranslation } from '#web/platform/words.ts';
import { useAct } from '#web/ui/act.ts';
import { NoteDialog } from './note-dialog.tsx';

/** What can be done with a lead: say how one stands, and keep a note. */
export function LeadActions({ lead }: { lead: Lead }) {
  const { t } = useTranslation('leads');
  const act = useAct();
  const [noting, setNoting] = useState(false);
  const { id, state: from, can, person } = lead;
  const move = (to: LeadState) =>
    act.run(() => api(leadsContract.moveLead, { params: { id }, body: { from, to } }), {
      done: t('moved'),
    });
  return (
    <>
      <Menu position="bottom-end" withinPortal>
        <Menu.Target>
          <ActionIcon
            variant="subtle"
            size={36}
            loading={act.busy}
            aria-label={t('actions', { name: person.name || person.email })}
          >
            <IconDots size={18} aria-hidden />
          </ActionIcon>
        </Menu.Target>
        <Menu.Dropdown>
          {can.note && (
            <Menu.Item
              leftSection={<IconNote size={18} aria-hidden />}
              onClick={() => setNoting(true)}
            >
              {t('note.write')}
            </Menu.Item>
          )}
          {can.move.length > 0 && <Menu.Label>{t('move.label')}</Menu.Label>}
          {can.move.map((to) => (
            <Menu.Item key={to} onClick={() => void move(to)}>
              {t(`state.${to}`)}
            </Menu.Item>
          ))}
        </Menu.Dropdown>
      </Menu>
      {noting && <NoteDialog lead={lead} close={() => setNoting(false)} />}
    </>
  );
}
