import type { ExportChoice } from '#contract/shared/export.ts';
import type { Language } from '#contract/shared/languages.ts';
import type { Shipment, ShipmentQuery } from '#contract/shipments.ts';
import {
  countCell,
  type ExportColumn,
  exportList,
  textCell,
  type Writing,
} from '#server/platform/export/index.ts';
import type { Actor } from '#server/platform/http/actor.ts';
import type { FileAnswer } from '#server/platform/http/mount.ts';
import { say } from './said.ts';
import { shipmentIds, shipmentsByIds } from './shipments.queries.ts';

type Asked = Omit<ShipmentQuery, 'page' | 'size'> & ExportChoice;

/** The list as carriers and shelves want it: a row for each parcel, the address in parts. */
export const exportShipments = (
  query: Asked,
  asking: { actor: Actor; language: Language },
): Promise<FileAnswer> =>
  exportList<Shipment>(
    { ...asking, choice: query },
    {
      say,
      names: { file: 'export.file', sheet: 'export.sheet' },
      columns,
      ids: (most) => shipmentIds(asking.actor, query, most),
      load: (ids) => shipmentsByIds(asking.actor, ids),
    },
  );

const contentsOf = ({ items }: Shipment): string =>
  items.map(({ title, quantity }) => `${quantity} x ${title}`).join('; ');

const columns = ({ say: word, moment, head }: Writing): ExportColumn<Shipment>[] => {
  const part = (
    name: 'name' | 'street' | 'second' | 'postalCode' | 'city' | 'region' | 'country' | 'phone',
    width = 14,
  ): ExportColumn<Shipment> => ({
    head: word(`export.${name}`),
    cell: ({ address }) => textCell(address?.[name] ?? ''),
    width,
  });
  return [
    { head: head('export.ordered'), cell: (one) => moment(one.createdAt), width: 18 },
    { head: word('export.state'), cell: (one) => textCell(word(`states.${one.state}`)) },
    { head: word('export.method'), cell: (one) => textCell(word(`methods.${one.method}`)) },
    part('name', 24),
    part('street', 30),
    part('second', 20),
    part('postalCode'),
    part('city', 18),
    part('region', 18),
    part('country'),
    part('phone', 18),
    { head: word('export.email'), cell: (one) => textCell(one.buyer.email), width: 28 },
    { head: word('export.contents'), cell: (one) => textCell(contentsOf(one)), width: 36 },
    {
      head: word('export.pieces'),
      cell: ({ items }) => countCell(items.reduce((sum, { quantity }) => sum + quantity, 0)),
    },
    { head: word('export.carrier'), cell: (one) => textCell(one.carrier), width: 16 },
    { head: word('export.tracking'), cell: (one) => textCell(one.trackingCode), width: 20 },
    { head: head('export.sent'), cell: (one) => moment(one.sentAt), width: 18 },
    { head: word('export.channel'), cell: (one) => textCell(one.channel.title), width: 24 },
    { head: word('export.order'), cell: (one) => textCell(one.orderNumber), width: 12 },
  ];
};
