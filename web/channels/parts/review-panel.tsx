import { Button, Switch } from '@mantine/core';
import { IconAlertTriangle } from '@tabler/icons-react';
import { channelsContract, type ReviewedChannel } from '#contract/channels.ts';
import { api } from '#web/platform/api.ts';
import { useTranslation } from '#web/platform/words.ts';
import { useAct } from '#web/ui/act.ts';
import { useConfirm } from '#web/ui/confirm.tsx';
import { Panel } from '#web/ui/panel.tsx';
import classes from './state-panel.module.css';

type Props = { channel: ReviewedChannel };

/** What the team can decide about a channel. */
export function ReviewPanel({ channel }: Props) {
  const { t } = useTranslation('channels');
  return (
    <Panel title={t('review.decide')}>
      <div className={classes.panel}>
        {channel.stateReason && (
          <blockquote className={classes.reason}>
            <strong>{t('review.reasonGiven')}</strong>
            {channel.stateReason}
          </blockquote>
        )}
        <p className={classes.text}>{t(`review.${channel.state}`)}</p>
        <Warnings channel={channel} />
        <Decisions channel={channel} />
      </div>
    </Panel>
  );
}

function Warnings({ channel }: Props) {
  const { t } = useTranslation('channels');
  if (channel.warnings.length === 0) return null;
  return (
    <ul className={classes.list} aria-label={t('review.warnings')}>
      {channel.warnings.map(({ field, warning }) => (
        <li key={field}>
          <IconAlertTriangle size={18} aria-hidden />
          {t(`reviewWarning.${warning}`)}
        </li>
      ))}
    </ul>
  );
}

function Decisions({ channel }: Props) {
  const { t } = useTranslation('channels');
  const { busy, ...deeds } = useDecisions(channel);
  const { can } = channel;
  return (
    <>
      {can.approve && (
        <Button fullWidth loading={busy} onClick={deeds.approve}>
          {t('review.approve')}
        </Button>
      )}
      {can.sendBack && (
        <Button fullWidth variant="default" loading={busy} onClick={deeds.sendBack}>
          {t('review.sendBack')}
        </Button>
      )}
      {can.unban && (
        <Button fullWidth variant="default" loading={busy} onClick={deeds.unban}>
          {t('review.unban')}
        </Button>
      )}
      {can.feature && (
        <Switch
          label={t('review.feature')}
          description={t(channel.featured ? 'review.featuredText' : 'review.featureText')}
          checked={channel.featured}
          disabled={busy}
          onChange={(event) => deeds.feature(event.currentTarget.checked)}
        />
      )}
      {can.ban && (
        <Button fullWidth variant="subtle" color="red" loading={busy} onClick={deeds.ban}>
          {t('review.ban')}
        </Button>
      )}
    </>
  );
}

function useDecisions({ slug, title }: ReviewedChannel) {
  const { t } = useTranslation('channels');
  const { run, busy } = useAct();
  const confirm = useConfirm();
  const params = { slug };
  const reason = { label: t('review.reason'), required: true, maxLength: 500 };
  const { approveChannel, sendChannelBack, banChannel, liftChannelBan } = channelsContract;
  const values = { channel: title };
  return {
    busy,
    approve: () =>
      run(() => api(approveChannel, { params }), { done: t('review.approved', values) }),
    unban: () => run(() => api(liftChannelBan, { params }), { done: t('review.unbanned') }),
    feature: (on: boolean) =>
      run(() => api(channelsContract.featureChannel, { params, body: { featured: on } }), {
        done: t(on ? 'review.isFeatured' : 'review.isNotFeatured'),
      }),
    sendBack: async () => {
      const question = { title: t('review.sendBackTitle'), text: t('review.sendBackText') };
      const answer = await confirm({ ...question, confirmLabel: t('review.sendBack'), reason });
      if (!answer) return;
      await run(() => api(sendChannelBack, { params, body: answer }), {
        done: t('review.sentBack'),
      });
    },
    ban: async () => {
      const question = { title: t('review.banTitle', values), text: t('review.banText') };
      const confirmLabel = t('review.ban');
      const answer = await confirm({ ...question, confirmLabel, reason, danger: true });
      if (!answer) return;
      await run(() => api(banChannel, { params, body: answer }), { done: t('review.banned') });
    },
  };
}
