import { Button, TextInput } from '@mantine/core';
import { IconRefresh } from '@tabler/icons-react';
import { type Room, rehearsalsContract } from '#contract/rehearsals.ts';
import { CopyButton } from '#web/live/shared/copy-button.tsx';
import { api } from '#web/platform/api.ts';
import { useTranslation } from '#web/platform/words.ts';
import { useAct } from '#web/ui/act.ts';
import { useConfirm } from '#web/ui/confirm.tsx';
import { Panel } from '#web/ui/panel.tsx';
import { When } from '#web/ui/when.tsx';
import classes from './room-desk.module.css';

export type RoomProps = { room: Room; show: (room: Room) => void };

/** The link that lets people in: to be copied, and replaced when it went to the wrong hands. */
export function InvitationPanel({ room, show }: RoomProps) {
  const { t } = useTranslation('rehearsals');
  const act = useAct();
  const confirm = useConfirm();
  const { slug, invitation, can } = room;
  const { url, madeAt, works } = invitation;
  const replace = async () => {
    const sure = await confirm({
      title: t('link.replaceTitle'),
      text: t('link.replaceText'),
      confirmLabel: t('link.replace'),
      danger: true,
    });
    if (!sure) return;
    const answer = await act.run(
      () => api(rehearsalsContract.replaceInvitation, { params: { slug } }),
      { done: t('link.replaced'), stay: true },
    );
    if (answer) show(answer);
  };
  return (
    <Panel title={t('link.title')}>
      <div className={classes.stack}>
        <p className={classes.line}>{t(works ? 'link.text' : 'link.banned')}</p>
        {url ? (
          <TextInput
            className={classes.link}
            label={t('link.label')}
            readOnly
            autoComplete="off"
            spellCheck={false}
            value={url}
            onFocus={(event) => event.currentTarget.select()}
          />
        ) : (
          <p className={classes.line}>{t('link.lost')}</p>
        )}
        <div className={classes.acts}>
          {url && <CopyButton label={t('link.label')} value={url} name={t('link.copy')} />}
          {can.replaceInvitation && (
            <Button
              variant="default"
              leftSection={<IconRefresh size={16} aria-hidden />}
              loading={act.busy}
              onClick={() => void replace()}
            >
              {t('link.replace')}
            </Button>
          )}
        </div>
        <p className={classes.quiet}>
          {t('link.madeAt')} <When instant={madeAt} style="short" />
        </p>
      </div>
    </Panel>
  );
}
