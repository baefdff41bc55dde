import { Button } from '@mantine/core';
import { IconDoorOff } from '@tabler/icons-react';
import { useNavigate } from 'react-router';
import { type Room, rehearsalsContract } from '#contract/rehearsals.ts';
import { api } from '#web/platform/api.ts';
import { useTranslation } from '#web/platform/words.ts';
import { useAct } from '#web/ui/act.ts';
import { useConfirm } from '#web/ui/confirm.tsx';
import { Panel } from '#web/ui/panel.tsx';
import classes from './room-desk.module.css';

/** The end of a room, and of everything in it. */
export function CloseRoomPanel({ room: { slug, can } }: { room: Room }) {
  const { t } = useTranslation('rehearsals');
  const navigate = useNavigate();
  const act = useAct();
  const confirm = useConfirm();
  if (!can.close) return null;
  const close = async () => {
    const sure = await confirm({
      title: t('close.title'),
      text: t('close.text'),
      confirmLabel: t('close.act'),
      danger: true,
    });
    if (!sure) return;
    const deed = async () => {
      await api(rehearsalsContract.closeRoom, { params: { slug } });
      return true;
    };
    const isClosed = await act.run(deed, { done: t('close.done'), stay: true });
    if (isClosed) await navigate('/account/rehearsals', { replace: true });
  };
  return (
    <Panel title={t('close.head')}>
      <div className={classes.stack}>
        <p className={classes.line}>{t('close.lead')}</p>
        <div className={classes.acts}>
          <Button
            variant="light"
            color="red"
            leftSection={<IconDoorOff size={16} aria-hidden />}
            loading={act.busy}
            onClick={() => void close()}
          >
            {t('close.act')}
          </Button>
        </div>
      </div>
    </Panel>
  );
}
