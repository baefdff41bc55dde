import { Readable } from 'node:stream';
import { type ExportChoice, mostExportedRows } from '#contract/shared/export.ts';
import { numbersIn } from '#contract/shared/formatters.ts';
import type { Language } from '#contract/shared/languages.ts';
import { now } from '../clock.ts';
import { refuse } from '../errors.ts';
import type { Actor } from '../http/actor.ts';
import type { FileAnswer } from '../http/mount.ts';
import { zoneFor } from '../zones.ts';
import { clockOf, type ExportCell } from './cells.rules.ts';
import { byteOrderMark, csvLine } from './csv.rules.ts';
import { writeWorkbook } from './workbook.ts';

export { amountCell, countCell, type ExportCell, textCell } from './cells.rules.ts';

/** `width` is in characters, for the formats that have widths. */
export type ExportColumn<Row> = { head: string; cell: (row: Row) => ExportCell; width?: number };

/** What columns are made with: words in the reader's language, and times on their clock. */
export type Writing = {
  say: (key: string) => string;
  moment: (instant: string | null) => ExportCell;
  /** The head of a column of times, which names the zone. */
  head: (key: string) => string;
};

export type ExportedList<Row> = {
  /**
   * Keys of the area's words: how the file and its sheet are called. `of`: what the file is of, said in its
   * name; without it that is the day on which it is made.
   */
  names: { file: string; sheet: string; of?: string };
  /** The area's words. */
  say: (language: Language, key: string) => string;
  columns: (writing: Writing) => ExportColumn<Row>[];
  /** The ids of the whole list in its order, `most` of them at most. One statement. */
  ids: (most: number) => Promise<string[]>;
  /** The rows of some of these ids, in any order; one that is gone by now is left out. */
  load: (ids: string[]) => Promise<Row[]>;
};

type Asked = { actor: Actor; language: Language; choice: ExportChoice };

const batchSize = 1000;

/**
 * A whole list as a file. Which rows, and in which order, is decided at once; they are read by the
 * thousand, so that no statement is long and no connection waits for a slow reader.
 * EXPORT_TOO_LONG beyond `mostExportedRows`.
 */
export async function exportList<Row extends { id: string }>(
  { actor, language, choice }: Asked,
  list: ExportedList<Row>,
): Promise<FileAnswer> {
  const zone = zoneFor(choice.zone, actor);
  const ids = await list.ids(mostExportedRows + 1);
  if (ids.length > mostExportedRows) {
    const most = numbersIn(language).format(mostExportedRows);
    refuse('EXPORT_TOO_LONG', { values: { most } });
  }
  const say = saidOnce((key) => list.say(language, key));
  const columns = list.columns({
    say,
    moment: clockOf(zone),
    head: (key) => `${say(key)} (${zone})`,
  });
  const batches = cellsOf(ids, list.load, columns);
  const of = list.names.of ?? now().toZonedDateTimeISO(zone).toPlainDate().toString();
  const name = `${say(list.names.file)}-${of}`;
  const heads = columns.map(({ head }) => head);
  if (choice.format === 'csv') {
    return { name: `${name}.csv`, type: csvType, content: await csvStream(heads, batches) };
  }
  const widths = columns.map(({ head, width = 14 }) => Math.max(width, head.length + 2));
  const content = await writeWorkbook({ sheet: say(list.names.sheet), heads, widths, batches });
  return { name: `${name}.xlsx`, type: xlsxType, content };
}

const csvType = 'text/csv; charset=utf-8';
const xlsxType = 'application/vnd.openxmlformats-officedocument.spreadsheetml.sheet';

/** The same few words stand in thousands of rows. */
function saidOnce(say: (key: string) => string): (key: string) => string {
  const said = new Map<string, string>();
  return (key) => {
    const known = said.get(key) ?? say(key);
    said.set(key, known);
    return known;
  };
}

async function* cellsOf<Row extends { id: string }>(
  ids: string[],
  load: (ids: string[]) => Promise<Row[]>,
  columns: ExportColumn<Row>[],
): AsyncGenerator<ExportCell[][]> {
  for (let from = 0; from < ids.length; from += batchSize) {
    const wanted = ids.slice(from, from + batchSize);
    const found = new Map((await load(wanted)).map((row) => [row.id, row]));
    yield wanted.flatMap((id) => {
      const row = found.get(id);
      return row ? [columns.map(({ cell }) => cell(row))] : [];
    });
  }
}

/** The first rows are read before anything is sent: a fault among them is still told as one. */
async function csvStream(
  heads: string[],
  batches: AsyncGenerator<ExportCell[][]>,
): Promise<Readable> {
  const first = await batches.next();
  const lines = async function* () {
    yield byteOrderMark + csvLine(heads.map((text) => ({ kind: 'text', text })));
    if (first.done) return;
    yield first.value.map(csvLine).join('');
    for await (const batch of batches) yield batch.map(csvLine).join('');
  };
  return Readable.from(lines(), { objectMode: false });
}
