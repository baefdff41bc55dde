import { Button } from '@mantine/core';
import { IconCircleCheck, IconCircleDashed } from '@tabler/icons-react';
import { Link } from 'react-router';
import {
  channelsContract,
  type MyChannel,
  type ReviewedField,
  reviewedFields,
} from '#contract/channels.ts';
import { api } from '#web/platform/api.ts';
import { useTranslation } from '#web/platform/words.ts';
import { useAct } from '#web/ui/act.ts';
import { useConfirm } from '#web/ui/confirm.tsx';
import { Panel } from '#web/ui/panel.tsx';
import { fieldLabelKey } from './field-labels.ts';
import classes from './state-panel.module.css';

type Props = { channel: MyChannel };

/** Where the channel stands and what comes next. */
export function StatePanel({ channel }: Props) {
  const { t } = useTranslation('channels');
  const { state, stateReason } = channel;
  return (
    <Panel title={t('next.title')}>
      <div className={classes.panel}>
        {stateReason && (
          <blockquote className={classes.reason}>
            <strong>{t(state === 'banned' ? 'next.bannedBecause' : 'next.sentBackBecause')}</strong>
            {stateReason}
          </blockquote>
        )}
        <p className={classes.text}>{t(`next.${state}`)}</p>
        {state === 'draft' && <Checklist missing={channel.missing} />}
        <Steps channel={channel} />
      </div>
    </Panel>
  );
}

function Checklist({ missing }: { missing: string[] }) {
  const { t } = useTranslation('channels');
  const total = reviewedFields.length;
  const done = total - missing.length;
  return (
    <div className={classes.check}>
      <p className={classes.progress}>
        {t('next.progress', { done, total })}
        <progress value={done} max={total} aria-label={t('next.checklist')} />
      </p>
      <ul className={classes.list} aria-label={t('next.checklist')}>
        {reviewedFields.map((field) => (
          <Check key={field} field={field} lacks={missing.includes(field)} />
        ))}
      </ul>
    </div>
  );
}

type CheckProps = { field: ReviewedField; lacks: boolean };

/** What is missing leads to where it is written. */
function Check({ field, lacks }: CheckProps) {
  const { t } = useTranslation('channels');
  const label = t(fieldLabelKey[field]);
  const Icon = lacks ? IconCircleDashed : IconCircleCheck;
  return (
    <li data-done={!lacks || undefined}>
      <Icon size={18} aria-hidden />
      {lacks ? (
        <Link to={`#${field}`} replace preventScrollReset>
          {label}
        </Link>
      ) : (
        label
      )}
      {lacks && <span className={classes.lacks}>{t('next.lacks')}</span>}
    </li>
  );
}

function Steps({ channel }: Props) {
  const { t } = useTranslation('channels');
  const act = useAct();
  const confirm = useConfirm();
  const params = { slug: channel.slug };
  const submit = () =>
    act.run(() => api(channelsContract.submitChannel, { params }), { done: t('next.submitted') });
  const deactivate = async () => {
    const question = { title: t('next.deactivateTitle'), text: t('next.deactivateText') };
    const sure = await confirm({ ...question, confirmLabel: t('next.deactivate'), danger: true });
    if (!sure) return;
    await act.run(() => api(channelsContract.deactivateChannel, { params }), {
      done: t('next.deactivated'),
    });
  };
  return (
    <>
      {channel.state === 'draft' && (
        <Button
          className={classes.act}
          loading={act.busy}
          disabled={!channel.can.submit}
          onClick={submit}
        >
          {t('next.submit')}
        </Button>
      )}
      {channel.can.deactivate && (
        <Button className={classes.act} variant="default" loading={act.busy} onClick={deactivate}>
          {t('next.deactivate')}
        </Button>
      )}
    </>
  );
}
