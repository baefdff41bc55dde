import type { CurrencyCode } from '#contract/shared/currencies.ts';
import type { ExportChoice } from '#contract/shared/export.ts';
import type { Language } from '#contract/shared/languages.ts';
import { db } from '#server/platform/database/index.ts';
import { orRefuse } from '#server/platform/errors.ts';
import {
  amountCell,
  type ExportColumn,
  exportList,
  textCell,
} from '#server/platform/export/index.ts';
import type { Actor } from '#server/platform/http/actor.ts';
import type { FileAnswer } from '#server/platform/http/mount.ts';
import { payoutReference, runReference } from './payouts.rules.ts';
import { listSentPayouts, type StoredPayout } from './payouts.store.ts';
import { findSentRun } from './runs.queries.ts';
import { among, say } from './said.ts';

type Asking = { actor: Actor; language: Language };

/** The payments of a run in a currency that SEPA does not carry, as a list for the bank. */
export async function transferList(
  id: string,
  choice: ExportChoice & { currency: CurrencyCode },
  asking: Asking,
): Promise<FileAnswer> {
  const run = orRefuse(await findSentRun(db(), id));
  const payouts = await listSentPayouts(db(), id, choice.currency);
  orRefuse(payouts[0]);
  return exportList<StoredPayout>(
    { ...asking, choice },
    {
      say,
      names: {
        ...{ file: 'transfers.file', sheet: 'transfers.sheet' },
        of: `${runReference(run)}-${choice.currency}`,
      },
      columns: ({ say: word }) => columnsOf(word, run.month),
      ids: async (most) => payouts.slice(0, most).map((payout) => payout.id),
      load: async (ids) => among(payouts, ids),
    },
  );
}

function columnsOf(word: (key: string) => string, month: string): ExportColumn<StoredPayout>[] {
  const of = (name: 'name' | 'iban' | 'address' | 'postalCode' | 'city' | 'country') => ({
    head: word(`transfers.${name}`),
    cell: ({ payee }: StoredPayout) => textCell(payee[name]),
    width: 24,
  });
  return [
    {
      head: word('statement.reference'),
      cell: ({ number }) => textCell(payoutReference({ month, number })),
      width: 20,
    },
    of('name'),
    of('iban'),
    ...(['address', 'postalCode', 'city', 'country'] as const).map(of),
    {
      head: word('statement.columns.currency'),
      cell: ({ currency }) => textCell(currency),
    },
    {
      head: word('transfers.amount'),
      cell: ({ amount, currency }) => amountCell(amount, currency),
    },
  ];
}
