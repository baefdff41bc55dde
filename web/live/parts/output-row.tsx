import { Button, Switch } from '@mantine/core';
import { IconPencil, IconTrash } from '@tabler/icons-react';
import { type Broadcast, type BroadcastOutput, liveContract } from '#contract/live.ts';
import { api } from '#web/platform/api.ts';
import { useBrowserNow } from '#web/platform/clock.ts';
import { useTranslation } from '#web/platform/words.ts';
import { useAct } from '#web/ui/act.ts';
import { useConfirm } from '#web/ui/confirm.tsx';
import { StatusBadge } from '#web/ui/status-badge.tsx';
import { When } from '#web/ui/when.tsx';
import { secondsUntil, toneOf, waitingFor } from './output-words.ts';
import classes from './outputs.module.css';

type Props = {
  slug: string;
  broadcast: Broadcast;
  output: BroadcastOutput;
  show: (broadcast: Broadcast) => void;
  change: () => void;
};

/** One platform: whether the show arrives there, why not, and when it is tried again. */
export function OutputRow({ slug, broadcast, output, show, change }: Props) {
  const { t } = useTranslation('live');
  const { name, url, keyEnds, state, duringRehearsals } = output;
  return (
    <li className={classes.row}>
      <div className={classes.about}>
        <p className={classes.name}>
          <strong>{name}</strong>
          <span aria-live="polite">
            <StatusBadge tone={toneOf(output)}>{t(`outputs.state.${state}`)}</StatusBadge>
          </span>
        </p>
        <p className={classes.where}>
          <span>{url}</span>
          {keyEnds && <span>{t('outputs.keyEnds', { ends: keyEnds })}</span>}
          {duringRehearsals && <span>{t('outputs.rehearsalsToo')}</span>}
        </p>
        <Standing broadcast={broadcast} output={output} />
      </div>
      <Acts slug={slug} output={output} show={show} change={change} />
    </li>
  );
}

function Standing({ broadcast, output }: Pick<Props, 'broadcast' | 'output'>) {
  const { t } = useTranslation('live');
  const { reason, nextTryAt } = output;
  const waiting = waitingFor(broadcast, output);
  if (waiting) return <p className={classes.reason}>{t(waiting)}</p>;
  if (!reason) return null;
  return (
    <p className={classes.reason}>
      {t(`outputs.reason.${reason.code}`)}{' '}
      {reason.said && <>{t('outputs.said', { said: reason.said })} </>}
      {nextTryAt && <NextTry at={nextTryAt} />}
    </p>
  );
}

function NextTry({ at }: { at: string }) {
  const { t } = useTranslation('live');
  const seconds = secondsUntil(at, useBrowserNow());
  if (seconds !== null) return <span>{t('outputs.nextTry', { seconds })}</span>;
  return (
    <span>
      {t('outputs.nextTryAt')} <When instant={at} style="time" />
    </span>
  );
}

function Acts({ slug, output, show, change }: Omit<Props, 'broadcast'>) {
  const { t } = useTranslation('live');
  const act = useAct();
  const confirm = useConfirm();
  const { id, name, enabled, state, can } = output;
  const params = { slug, id };
  const run = async (deed: () => Promise<Broadcast>, done?: string) => {
    const answer = await act.run(deed, { stay: true, ...(done ? { done } : {}) });
    if (answer) show(answer);
  };
  const turn = (next: boolean) =>
    run(() => api(liveContract.changeOutput, { params, body: { enabled: next } }));
  const remove = async () => {
    const sure = await confirm({
      title: t('outputs.removeTitle', { name }),
      text: t(state === 'sending' ? 'outputs.removeLive' : 'outputs.removeText'),
      confirmLabel: t('outputs.remove'),
      danger: true,
    });
    const removed = t('outputs.removed', { name });
    if (sure) await run(() => api(liveContract.removeOutput, { params }), removed);
  };
  return (
    <div className={classes.acts}>
      <Switch
        label={t('outputs.switch')}
        aria-label={t('outputs.switchOf', { name })}
        checked={enabled}
        disabled={act.busy || !(enabled ? can.switchOff : can.switchOn)}
        onChange={(event) => void turn(event.currentTarget.checked)}
      />
      {can.change && (
        <Button
          size="compact-sm"
          variant="subtle"
          leftSection={<IconPencil size={16} aria-hidden />}
          aria-label={t('outputs.changeOf', { name })}
          onClick={change}
        >
          {t('outputs.change')}
        </Button>
      )}
      {can.remove && (
        <Button
          size="compact-sm"
          variant="subtle"
          color="red"
          loading={act.busy}
          leftSection={<IconTrash size={16} aria-hidden />}
          aria-label={t('outputs.removeOf', { name })}
          onClick={() => void remove()}
        >
          {t('outputs.remove')}
        </Button>
      )}
    </div>
  );
}
