import { ActionIcon, Alert, Button } from '@mantine/core';
import { IconX } from '@tabler/icons-react';
import { type ReactNode, useState } from 'react';
import { useTranslation } from '#web/platform/words.ts';
import { useAct } from './act.ts';
import { type Question, useConfirm } from './confirm.tsx';
import classes from './table-bulk.module.css';
import type { Selection } from './table-selection.ts';

/** How it went with one row; `message` is the reason why not. */
export type BulkOutcome = { id: string; done: boolean; message?: string };
export type BulkAction<Row> = {
  id: string;
  label: string;
  icon?: ReactNode;
  danger?: boolean;
  /** Is it possible with this row? Offered when it is with one of them; the server decides on each. */
  possible: (row: Row) => boolean;
  /** Asked before it is done. */
  question?: (rows: Row[]) => Question;
  run: (rows: Row[]) => Promise<BulkOutcome[]>;
};

type Props<Row> = {
  actions: BulkAction<Row>[];
  selection: Selection<Row>;
  rowName: (row: Row) => string;
  /** Another list is on its way: what is chosen of this one is not to be acted upon. */
  waiting: boolean;
};
type Told = { done: number; refused: { name: string; message: string }[] };

/** What is chosen, what can be done with it, and how that went. */
export function BulkBar<Row>({ actions, selection, rowName, waiting }: Props<Row>) {
  const { t } = useTranslation('ui');
  const confirm = useConfirm();
  const act = useAct();
  const [told, setTold] = useState<Told | null>(null);
  const { chosen, keyOf } = selection;
  const carryOut = async (action: BulkAction<Row>) => {
    if (action.question && !(await confirm(action.question(chosen)))) return;
    const names = new Map(chosen.map((row) => [keyOf(row), rowName(row)]));
    setTold(null);
    const outcomes = await act.run(() => action.run(chosen));
    if (!outcomes) return;
    const refused = outcomes.filter(({ done }) => !done);
    // What did not go well stays chosen: something else may be done with it.
    selection.keep(refused.map(({ id }) => id));
    setTold({
      done: outcomes.length - refused.length,
      refused: refused.map(({ id, message = '' }) => ({ name: names.get(id) ?? id, message })),
    });
  };
  const offered = actions.filter(({ possible }) => chosen.some(possible));
  return (
    <>
      {/* Always there: what appears together with its words is not read out. */}
      <p className="said" role="status">
        {chosen.length > 0 ? t('table.chosen', { count: chosen.length }) : ''}
      </p>
      {chosen.length > 0 && (
        <section className={classes.bar} aria-label={t('table.bulk')}>
          <strong className="figures">{t('table.chosen', { count: chosen.length })}</strong>
          {offered.map((action) => (
            <Button
              key={action.id}
              size="xs"
              variant="default"
              c={action.danger ? 'var(--mantine-color-error)' : undefined}
              leftSection={action.icon}
              disabled={act.busy || waiting}
              onClick={() => void carryOut(action)}
            >
              {action.label}
            </Button>
          ))}
          <ActionIcon
            className={classes.drop}
            variant="subtle"
            color="gray"
            size="lg"
            aria-label={t('table.chooseNone')}
            title={t('table.chooseNone')}
            onClick={() => selection.keep([])}
          >
            <IconX size={18} aria-hidden />
          </ActionIcon>
        </section>
      )}
      <div role="status">{told && <Outcome told={told} close={() => setTold(null)} />}</div>
    </>
  );
}

function Outcome({ told, close }: { told: Told; close: () => void }) {
  const { t } = useTranslation('ui');
  const { done, refused } = told;
  const sentence = [
    ...(done > 0 || refused.length === 0 ? [t('table.bulkDone', { count: done })] : []),
    ...(refused.length > 0 ? [t('table.bulkRefused', { count: refused.length })] : []),
  ].join(' ');
  return (
    <Alert
      color={refused.length > 0 ? 'yellow' : 'green'}
      title={sentence}
      withCloseButton
      closeButtonLabel={t('close')}
      onClose={close}
    >
      {refused.length > 0 && (
        <ul className={classes.refused}>
          {refused.map(({ name, message }) => (
            <li key={name}>
              <strong>{name}</strong>: {message}
            </li>
          ))}
        </ul>
      )}
    </Alert>
  );
}
