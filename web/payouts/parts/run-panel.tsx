import { Alert, Button, Group, Stack, Text } from '@mantine/core';
import { IconAlertTriangle, IconCheck, IconDownload } from '@tabler/icons-react';
import { type PayoutRun, type PayoutSum, payoutsContract } from '#contract/payouts.ts';
import { api, download } from '#web/platform/api.ts';
import { notifyError } from '#web/platform/notices.ts';
import { useTranslation } from '#web/platform/words.ts';
import { useAct } from '#web/ui/act.ts';
import { useConfirm } from '#web/ui/confirm.tsx';
import { Panel } from '#web/ui/panel.tsx';
import { Price } from '#web/ui/price.tsx';
import { Month } from './month.tsx';

type Props = { run: PayoutRun };

/** What a run pays, what to do next, and its files. */
export function RunPanel({ run }: Props) {
  const { t } = useTranslation('payouts');
  const faulty = run.lines.filter(({ state, fault }) => state === 'open' && fault).length;
  return (
    <Panel title={t('run.pays')} actions={<Month day={run.month} />}>
      <Stack gap="md">
        {run.sums.map((sum) => (
          <Sum key={sum.currency} sum={sum} />
        ))}
        <Text c="dimmed">{t(`run.next.${run.state}`)}</Text>
        {run.state === 'collected' && faulty > 0 && (
          <Alert color="yellow" icon={<IconAlertTriangle aria-hidden />}>
            {t('run.faulty', { count: faulty })}
          </Alert>
        )}
        {run.accountMissing && (run.state === 'collected' || run.state === 'approved') && (
          <Alert color="yellow" icon={<IconAlertTriangle aria-hidden />}>
            {t('run.accountMissing')}
          </Alert>
        )}
        <Files run={run} />
        <Deeds run={run} />
      </Stack>
    </Panel>
  );
}

function Sum({ sum }: { sum: PayoutSum }) {
  const { t } = useTranslation('payouts');
  const agrees = sum.amount === sum.booked;
  return (
    <div>
      <Text fw={650} fz="xl">
        <Price amount={sum.amount} currency={sum.currency} />
      </Text>
      <Group gap="xs" wrap="nowrap" c={agrees ? 'dimmed' : 'red'}>
        {agrees ? <IconCheck size={16} aria-hidden /> : <IconAlertTriangle size={16} aria-hidden />}
        <Text size="sm">
          {t('run.count', { count: sum.payouts })} · {agrees ? t('run.agrees') : t('run.differs')}
        </Text>
      </Group>
      {sum.back.payouts > 0 && (
        <Text size="sm" c="red">
          {t('run.back', { count: sum.back.payouts })}{' '}
          <Price amount={sum.back.amount} currency={sum.currency} />
        </Text>
      )}
    </div>
  );
}

function Files({ run }: Props) {
  const { t } = useTranslation('payouts');
  const params = { id: run.id };
  const save = ({ currency, kind }: PayoutRun['files'][number]) =>
    kind === 'sepa'
      ? download(payoutsContract.getSepaFile, { params })
      : download(payoutsContract.getTransferList, { params, query: { currency, format: 'csv' } });
  if (run.files.length === 0) return null;
  return (
    <Group>
      {run.files.map((file) => (
        <Button
          key={file.currency}
          variant="default"
          leftSection={<IconDownload size={18} aria-hidden />}
          onClick={() => void save(file).catch(notifyError)}
        >
          {t(`run.file.${file.kind}`, { currency: file.currency })}
        </Button>
      ))}
    </Group>
  );
}

const deeds = ['approve', 'export', 'settle'] as const;
const endpoints = {
  approve: payoutsContract.approvePayoutRun,
  export: payoutsContract.exportPayoutRun,
  settle: payoutsContract.settlePayoutRun,
};

function Deeds({ run }: Props) {
  const { t } = useTranslation('payouts');
  const confirm = useConfirm();
  const act = useAct();
  const params = { id: run.id };
  const possible = deeds.filter((deed) => run.can[deed]);
  const doIt = async (deed: (typeof deeds)[number]) => {
    const [title, text] = [t(`run.${deed}.title`), t(`run.${deed}.text`)];
    if (!(await confirm({ title, text, confirmLabel: t(`run.${deed}.do`) }))) return;
    await act.run(() => api(endpoints[deed], { params }), { done: t(`run.${deed}.done`) });
  };
  const drop = async () => {
    const [title, text] = [t('run.drop.title'), t('run.drop.text')];
    const asked = { title, text, confirmLabel: t('run.drop.do'), danger: true };
    if (!(await confirm(asked))) return;
    await act.run(() => api(payoutsContract.dropPayoutRun, { params }), {
      done: t('run.drop.done'),
    });
  };
  if (possible.length === 0 && !run.can.drop) return null;
  return (
    <Group>
      {possible.map((deed) => (
        <Button key={deed} loading={act.busy} onClick={() => void doIt(deed)}>
          {t(`run.${deed}.do`)}
        </Button>
      ))}
      {run.can.drop && (
        <Button variant="subtle" color="red" loading={act.busy} onClick={() => void drop()}>
          {t('run.drop.do')}
        </Button>
      )}
    </Group>
  );
}
