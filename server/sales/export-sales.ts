import type { Sale } from '#contract/sales.ts';
import type { ExportChoice } from '#contract/shared/export.ts';
import { config } from '#server/platform/config.ts';
import {
  amountCell,
  type ExportColumn,
  exportList,
  textCell,
  type Writing,
} from '#server/platform/export/index.ts';
import type { FileAnswer } from '#server/platform/http/mount.ts';
import { wordsOf } from '#server/platform/words.ts';
import { ownReach, type Reading, type SalesSearch, saleIds, salesByIds } from './sales.queries.ts';

const say = wordsOf(new URL('./words/', import.meta.url));

type Asked = SalesSearch & ExportChoice;
/** The sales of the actor's own channels as a file. */
export const exportSales = async (query: Asked, asking: Reading): Promise<FileAnswer> =>
  exported(query, asking, await ownReach(asking.actor, query));

/** The sales of all channels as a file, for administrators. */
export const exportAllSales = (query: Asked, asking: Reading): Promise<FileAnswer> =>
  exported(query, asking, { ownerId: null });

const exported = (query: Asked, asking: Reading, reach: { ownerId: string | null }) =>
  exportList<Sale>(
    { ...asking, choice: query },
    {
      say,
      names: { file: 'export.file', sheet: 'export.sheet' },
      columns,
      ids: (most) => saleIds(query, reach, most),
      load: async (ids) => (await salesByIds(asking, ids)).map(rowFrom),
    },
  );

/** A row of the file is a line of an order. */
const rowFrom = (sale: Sale): Sale => ({ ...sale, id: sale.lineId });

const isGiven = ({ kind }: Sale): boolean =>
  kind === 'gift' || kind === 'donation' || kind === 'support';

const columns = ({ say: word, moment, head }: Writing): ExportColumn<Sale>[] => [
  { head: head('export.paid'), cell: (sale) => moment(sale.paidAt), width: 18 },
  { head: word('export.state'), cell: (sale) => textCell(word(`export.states.${sale.state}`)) },
  { head: word('export.product'), cell: (sale) => textCell(sale.product.title), width: 32 },
  {
    head: word('export.kind'),
    cell: (sale) => textCell(isGiven(sale) ? word(`export.kinds.${sale.kind}`) : null),
  },
  {
    head: word('export.channel'),
    cell: (sale) => textCell(sale.channel?.title ?? config().SITE_NAME),
    width: 24,
  },
  { head: head('export.show'), cell: (sale) => moment(sale.eventAt), width: 18 },
  { head: word('export.name'), cell: (sale) => textCell(sale.customer.name) },
  { head: word('export.surname'), cell: (sale) => textCell(sale.customer.surname), width: 20 },
  { head: word('export.email'), cell: (sale) => textCell(sale.customer.email), width: 28 },
  { head: word('export.country'), cell: (sale) => textCell(sale.customer.country) },
  { head: word('export.invoice'), cell: (sale) => textCell(sale.invoiceNumber), width: 18 },
  { head: word('export.code'), cell: (sale) => textCell(sale.code), width: 16 },
  { head: word('export.currency'), cell: (sale) => textCell(sale.currency) },
  { head: word('export.net'), cell: (sale) => amountCell(sale.net, sale.currency) },
  { head: word('export.tax'), cell: (sale) => amountCell(sale.tax, sale.currency) },
  { head: word('export.total'), cell: (sale) => amountCell(sale.total, sale.currency) },
  { head: word('export.donation'), cell: (sale) => amountCell(sale.donation, sale.currency) },
  { head: word('export.support'), cell: (sale) => amountCell(sale.support, sale.currency) },
  { head: word('export.refunded'), cell: (sale) => amountCell(sale.refunded, sale.currency) },
  { head: word('export.fee'), cell: (sale) => amountCell(sale.fee, sale.currency) },
  { head: word('export.covered'), cell: (sale) => amountCell(sale.covered, sale.currency) },
  { head: word('export.organizer'), cell: (sale) => amountCell(sale.organizer, sale.currency) },
  { head: head('export.ordered'), cell: (sale) => moment(sale.createdAt), width: 18 },
  { head: word('export.order'), cell: (sale) => textCell(sale.number), width: 12 },
];
