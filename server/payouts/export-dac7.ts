import type { ExportChoice } from '#contract/shared/export.ts';
import type { Language } from '#contract/shared/languages.ts';
import {
  amountCell,
  countCell,
  type ExportColumn,
  exportList,
  textCell,
} from '#server/platform/export/index.ts';
import type { Actor } from '#server/platform/http/actor.ts';
import type { FileAnswer } from '#server/platform/http/mount.ts';
import { type Dac7Row, listDac7 } from './dac7.queries.ts';
import { among, say } from './said.ts';

type Asking = { actor: Actor; language: Language };

/** What the report of DAC7 asks for of a year, a row for each organizer, quarter and currency. */
export async function exportDac7(
  { year, ...choice }: ExportChoice & { year: number },
  asking: Asking,
): Promise<FileAnswer> {
  const rows = await listDac7(year);
  return exportList<Dac7Row>(
    { ...asking, choice },
    {
      say,
      names: { file: 'dac7.file', sheet: 'dac7.sheet', of: String(year) },
      columns: ({ say: word }) => columnsOf(word, year),
      ids: async (most) => rows.slice(0, most).map(({ id }) => id),
      load: async (ids) => among(rows, ids),
    },
  );
}

function columnsOf(word: (key: string) => string, year: number): ExportColumn<Dac7Row>[] {
  const text = (
    name: 'name' | 'taxId' | 'address' | 'postalCode' | 'city' | 'country' | 'iban',
  ) => ({
    head: word(`transfers.${name}`),
    cell: (row: Dac7Row) => textCell(row[name]),
    width: 24,
  });
  return [
    ...(['name', 'taxId', 'address', 'postalCode', 'city', 'country', 'iban'] as const).map(text),
    { head: word('dac7.year'), cell: () => countCell(year) },
    { head: word('dac7.quarter'), cell: ({ quarter }) => countCell(quarter) },
    { head: word('statement.columns.currency'), cell: ({ currency }) => textCell(currency) },
    {
      head: word('dac7.consideration'),
      cell: ({ consideration, currency }) => amountCell(consideration, currency),
    },
    { head: word('dac7.fees'), cell: ({ fees, currency }) => amountCell(fees, currency) },
    { head: word('dac7.activities'), cell: ({ activities }) => countCell(activities) },
  ];
}
