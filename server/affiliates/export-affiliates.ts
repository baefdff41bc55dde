import type { Affiliate, AffiliateSum } from '#contract/affiliates.ts';
import type { ExportChoice } from '#contract/shared/export.ts';
import type { Language } from '#contract/shared/languages.ts';
import {
  amountCell,
  countCell,
  type ExportCell,
  type ExportColumn,
  exportList,
  textCell,
  type Writing,
} from '#server/platform/export/index.ts';
import type { Actor } from '#server/platform/http/actor.ts';
import type { FileAnswer } from '#server/platform/http/mount.ts';
import {
  type AffiliatesSearch,
  affiliateIds,
  affiliatesByIds,
  demandOwn,
} from './affiliates.queries.ts';
import { say } from './said.ts';

type Asked = AffiliatesSearch & ExportChoice;
type Asking = { actor: Actor; language: Language };

/** A row of the file: an affiliate, and what it brought in one currency; none has brought nothing. */
type Row = { id: string; affiliate: Affiliate; sum: AffiliateSum | null };

/** The affiliates of the actor's own channels as a file. */
export async function exportAffiliates(query: Asked, asking: Asking): Promise<FileAnswer> {
  await demandOwn(asking.actor, query);
  return exportList<Row>(
    { ...asking, choice: query },
    {
      say,
      names: { file: 'export.file', sheet: 'export.sheet' },
      columns,
      ids: async (most) => rowIds(await affiliateIds(query, asking.actor.id, most)),
      load: async (ids) => rowsOf(await affiliatesByIds(affiliatesOf(ids))),
    },
  );
}

const rowsOf = (affiliates: Affiliate[]): Row[] =>
  affiliates.flatMap((affiliate) =>
    (affiliate.sums.length > 0 ? affiliate.sums : [null]).map((sum) => ({
      id: `${affiliate.id} ${sum?.currency ?? ''}`,
      affiliate,
      sum,
    })),
  );

const affiliatesOf = (ids: string[]): string[] => [
  ...new Set(ids.map((id) => id.split(' ')[0] ?? '')),
];

async function rowIds(ids: string[]): Promise<string[]> {
  const found = new Map((await affiliatesByIds(ids)).map((one) => [one.id, one]));
  return rowsOf(ids.flatMap((id) => found.get(id) ?? [])).map(({ id }) => id);
}

const columns = ({ say: word, moment, head }: Writing): ExportColumn<Row>[] => [
  { head: word('export.name'), cell: (row) => textCell(row.affiliate.name), width: 24 },
  { head: word('export.code'), cell: (row) => textCell(row.affiliate.code), width: 16 },
  { head: word('export.channel'), cell: (row) => textCell(row.affiliate.channel.title), width: 24 },
  {
    head: word('export.product'),
    cell: (row) => textCell(row.affiliate.product?.title ?? ''),
    width: 32,
  },
  {
    head: word('export.state'),
    cell: (row) => textCell(word(`export.states.${row.affiliate.state}`)),
  },
  { head: word('export.clicks'), cell: (row) => countCell(row.affiliate.clicks) },
  { head: word('export.orders'), cell: (row) => countCell(row.affiliate.orders) },
  { head: word('export.currency'), cell: ({ sum }) => textCell(sum?.currency ?? '') },
  { head: word('export.paid'), cell: amountOf('paid') },
  { head: word('export.refunded'), cell: amountOf('refunded') },
  { head: word('export.base'), cell: amountOf('base') },
  {
    head: word('export.share'),
    cell: (row) => ({ kind: 'number', text: (row.affiliate.commission / 100).toFixed(2) }),
  },
  { head: word('export.commission'), cell: amountOf('commission') },
  { head: head('export.since'), cell: (row) => moment(row.affiliate.createdAt), width: 18 },
];

const amountOf =
  (name: 'paid' | 'refunded' | 'base' | 'commission') =>
  ({ sum }: Row): ExportCell =>
    sum && amountCell(sum[name], sum.currency);
