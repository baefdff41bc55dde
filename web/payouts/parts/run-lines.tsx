import { Button, Text } from '@mantine/core';
import { Link } from 'react-router';
import { type PayoutLine, type PayoutRun, payoutsContract } from '#contract/payouts.ts';
import { api } from '#web/platform/api.ts';
import { useTranslation } from '#web/platform/words.ts';
import { useAct } from '#web/ui/act.ts';
import { useConfirm } from '#web/ui/confirm.tsx';
import { type Column, DataTable } from '#web/ui/data-table.tsx';
import { Price } from '#web/ui/price.tsx';
import { FaultNote } from './fault-note.tsx';
import { LineReason } from './line-reason.tsx';
import { PayoutLink } from './payout-link.tsx';
import { LineBadge } from './run-badge.tsx';

/** The payments of a run, one for each channel and currency. */
export function RunLines({ run }: { run: PayoutRun }) {
  const { t } = useTranslation('payouts');
  const columns = useColumns();
  // Those that were taken out stand below, among what is not in the run.
  const lines = run.lines.filter(({ state }) => state !== 'held');
  return (
    <DataTable
      id="payout-lines"
      caption={t('run.lines')}
      page={{ items: lines, total: lines.length, page: 1, size: Math.max(lines.length, 1) }}
      rowKey={(row) => row.id}
      columns={columns}
      empty={{ title: t('run.noLines') }}
      rowActions={(row) => <LineActions line={row} />}
    />
  );
}

function useColumns(): Column<PayoutLine>[] {
  const { t } = useTranslation('payouts');
  return [
    {
      id: 'organizer',
      label: t('organizer'),
      value: (row) => <Organizer line={row} />,
      main: true,
    },
    {
      id: 'state',
      label: t('state'),
      value: (row) => <LineBadge state={row.state} />,
      card: 'badge',
    },
    { id: 'iban', label: 'IBAN', value: (row) => <Account line={row} /> },
    {
      id: 'reference',
      label: t('reference'),
      value: (row) => <PayoutLink {...row} />,
      card: 'line',
    },
    {
      id: 'items',
      label: t('run.items'),
      value: (row) => row.items,
      align: 'right',
      card: 'named',
    },
    {
      id: 'amount',
      label: t('amount'),
      value: (row) => <Price amount={row.amount} currency={row.currency} />,
      align: 'right',
      card: 'side',
    },
  ];
}

function Organizer({ line }: { line: PayoutLine }) {
  return (
    <div>
      <Link to={`/manage/channels/${line.channel.slug}`}>{line.payee || line.channel.title}</Link>
      {line.payee && (
        <Text size="xs" c="dimmed">
          {line.channel.title}
        </Text>
      )}
    </div>
  );
}

function Account({ line }: { line: PayoutLine }) {
  return (
    <div>
      <span className="figures">{line.iban}</span>
      {line.fault && <FaultNote fault={line.fault} />}
      <LineReason line={line} />
    </div>
  );
}

const deeds = ['confirm', 'hold', 'return'] as const;

function LineActions({ line }: { line: PayoutLine }) {
  const { t } = useTranslation('payouts');
  const confirm = useConfirm();
  const act = useAct();
  const doIt = async (deed: (typeof deeds)[number]) => {
    const asksWhy = deed !== 'confirm';
    const answer = await confirm({
      title: t(`line.${deed}.title`),
      text: t(`line.${deed}.text`, { name: line.payee || line.channel.title }),
      confirmLabel: t(`line.${deed}.do`),
      danger: asksWhy,
      ...(asksWhy ? { reason: { label: t('line.reason'), required: true, maxLength: 300 } } : {}),
    });
    if (!answer) return;
    await act.run(() => send(deed, line.id, answer.reason), { done: t(`line.${deed}.done`) });
  };
  return (
    <>
      {deeds.map(
        (deed) =>
          line.can[deed] && (
            <Button
              key={deed}
              size="compact-sm"
              variant="subtle"
              {...(deed === 'confirm' ? {} : { color: 'red' })}
              loading={act.busy}
              onClick={() => void doIt(deed)}
            >
              {t(`line.${deed}.do`)}
            </Button>
          ),
      )}
    </>
  );
}

function send(deed: (typeof deeds)[number], id: string, reason: string): Promise<PayoutRun> {
  const params = { id };
  if (deed === 'confirm') return api(payoutsContract.confirmPayoutAccount, { params });
  const endpoint = deed === 'hold' ? payoutsContract.holdPayout : payoutsContract.returnPayout;
  return api(endpoint, { params, body: { reason } });
}
