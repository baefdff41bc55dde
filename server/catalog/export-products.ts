import type { ProductRow } from '#contract/catalog.ts';
import type { ExportChoice } from '#contract/shared/export.ts';
import type { Language } from '#contract/shared/languages.ts';
import {
  amountCell,
  countCell,
  type ExportColumn,
  exportList,
  textCell,
  type Writing,
} from '#server/platform/export/index.ts';
import type { Actor } from '#server/platform/http/actor.ts';
import type { FileAnswer } from '#server/platform/http/mount.ts';
import { wordsOf } from '#server/platform/words.ts';
import { productIds, productRowsByIds, type RowSearch } from './own-products.queries.ts';

const say = wordsOf(new URL('./words/', import.meta.url));

/** Every product that fits a search as a file. */
export const exportProducts = (
  query: RowSearch & ExportChoice,
  asking: { actor: Actor; language: Language },
): Promise<FileAnswer> =>
  exportList<ProductRow>(
    { ...asking, choice: query },
    {
      say,
      names: { file: 'export.file', sheet: 'export.sheet' },
      columns,
      ids: (most) => productIds(query, most),
      load: productRowsByIds,
    },
  );

const columns = ({ say: word, moment, head }: Writing): ExportColumn<ProductRow>[] => [
  { head: word('export.title'), cell: (row) => textCell(row.title), width: 36 },
  { head: word('export.channel'), cell: (row) => textCell(row.channel.title), width: 24 },
  { head: word('export.owner'), cell: (row) => textCell(row.owner.name), width: 24 },
  { head: word('export.email'), cell: (row) => textCell(row.owner.email), width: 28 },
  { head: word('export.type'), cell: (row) => textCell(word(`export.types.${row.type}`)) },
  { head: word('export.status'), cell: (row) => textCell(word(`export.statuses.${row.status}`)) },
  {
    head: head('export.session'),
    cell: (row) => moment(row.session?.startsAt ?? null),
    width: 18,
  },
  { head: word('export.sessions'), cell: (row) => countCell(row.sessionCount) },
  { head: word('export.currency'), cell: (row) => textCell(row.price.currency) },
  { head: word('export.price'), cell: (row) => amountCell(row.price.total, row.price.currency) },
  {
    head: word('export.featured'),
    cell: (row) => textCell(word(row.featured ? 'export.yes' : 'export.no')),
  },
  { head: head('export.created'), cell: (row) => moment(row.createdAt), width: 18 },
  { head: head('export.published'), cell: (row) => moment(row.publishedAt), width: 18 },
  { head: word('export.slug'), cell: (row) => textCell(row.slug), width: 32 },
];
