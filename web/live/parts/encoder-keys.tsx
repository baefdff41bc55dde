import { ActionIcon, Button, TextInput } from '@mantine/core';
import { IconEye, IconEyeOff, IconRefresh } from '@tabler/icons-react';
import { useState } from 'react';
import { type Broadcast, type EncoderRole, liveContract } from '#contract/live.ts';
import { api } from '#web/platform/api.ts';
import { useTranslation } from '#web/platform/words.ts';
import { useAct } from '#web/ui/act.ts';
import { useConfirm } from '#web/ui/confirm.tsx';
import { CopyButton } from '../shared/copy-button.tsx';
import classes from './encoder-keys.module.css';

type Props = { slug: string; broadcast: Broadcast; show: (broadcast: Broadcast) => void };

/** Where the encoder sends to, and the keys that let it in. Keys are hidden until they are wanted. */
export function EncoderKeys({ slug, broadcast, show }: Props) {
  const { t } = useTranslation('live');
  return (
    <div className={classes.keys}>
      <Copied label={t('rtmpUrl')} value={broadcast.rtmpUrl} />
      {broadcast.rtmpsUrl && (
        <Copied label={t('rtmpsUrl')} hint={t('rtmpsHint')} value={broadcast.rtmpsUrl} />
      )}
      <Key slug={slug} of="main" value={broadcast.streamKey} broadcast={broadcast} show={show} />
      <Key slug={slug} of="backup" value={broadcast.backupKey} broadcast={broadcast} show={show} />
    </div>
  );
}

type KeyProps = Props & { of: EncoderRole; value: string };

function Key({ slug, of: role, value, broadcast, show }: KeyProps) {
  const { t } = useTranslation('live');
  const act = useAct();
  const confirm = useConfirm();
  const rotate = async () => {
    const sure = await confirm({
      title: t('rotate.title'),
      text: t('rotate.text'),
      confirmLabel: t('rotate.confirm'),
      danger: broadcast.state === 'live',
    });
    if (!sure) return;
    const answer = await act.run(
      () => api(liveContract.rotateKey, { params: { slug }, body: { role } }),
      { done: t('rotate.done'), stay: true },
    );
    if (answer) show(answer);
  };
  return (
    <Copied
      secret
      label={t(`key.${role}`)}
      hint={role === 'backup' ? t('key.backupHint') : undefined}
      value={value}
    >
      <Button
        variant="default"
        leftSection={<IconRefresh size={16} aria-hidden />}
        loading={act.busy}
        disabled={!broadcast.can.rotateKeys}
        onClick={() => void rotate()}
      >
        {t('rotate.act')}
      </Button>
    </Copied>
  );
}

type CopiedProps = {
  label: string;
  value: string;
  hint?: string;
  secret?: boolean;
  children?: React.ReactNode;
};

function Copied({ label, value, hint, secret, children }: CopiedProps) {
  const { t } = useTranslation('live');
  const [shown, setShown] = useState(!secret);
  return (
    <div className={classes.row}>
      <TextInput
        className={classes.field}
        label={label}
        description={hint}
        readOnly
        autoComplete="off"
        spellCheck={false}
        type={shown ? 'text' : 'password'}
        value={value}
        onFocus={(event) => event.currentTarget.select()}
        rightSection={
          secret && (
            <ActionIcon
              variant="subtle"
              color="gray"
              aria-label={t(shown ? 'hide' : 'reveal', { what: label })}
              aria-pressed={shown}
              onClick={() => setShown(!shown)}
            >
              {shown ? <IconEyeOff size={18} aria-hidden /> : <IconEye size={18} aria-hidden />}
            </ActionIcon>
          )
        }
      />
      <CopyButton label={label} value={value} />
      {children}
    </div>
  );
}
