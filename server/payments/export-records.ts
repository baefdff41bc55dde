import type { RecordsQuery } from '#contract/payments.ts';
import type { ExportChoice } from '#contract/shared/export.ts';
import type { Language } from '#contract/shared/languages.ts';
import {
  type ExportCell,
  type ExportColumn,
  exportList,
  textCell,
} from '#server/platform/export/index.ts';
import type { Actor } from '#server/platform/http/actor.ts';
import type { FileAnswer } from '#server/platform/http/mount.ts';
import { say } from './paper/said.ts';
import { type ExportedRecord, recordIds, recordsByIds } from './records.queries.ts';
import { recordedDay } from './verifactu.rules.ts';

type Asked = RecordsQuery & ExportChoice;

/** The records of Spanish invoices as a file, for administrators: chain after chain, in their order. */
export const exportRecords = (
  query: Asked,
  asking: { actor: Actor; language: Language },
): Promise<FileAnswer> =>
  exportList<ExportedRecord>(
    { ...asking, choice: query },
    {
      say,
      names: { file: 'records.file', sheet: 'records.sheet' },
      columns: () => columns,
      ids: (most) => recordIds(query, most),
      load: recordsByIds,
    },
  );

/** A decimal text of a record as a number, to the last digit as it was hashed. */
const decimal = (text: string): ExportCell => ({ kind: 'number', text });
const isCorrection = ({ type }: ExportedRecord): boolean => type.startsWith('R');
/** A full invoice to somebody who need not give a tax id (RD 1619/2012, art. 6.1.d). */
const unnamed = (row: ExportedRecord): string =>
  row.form === 'full' && recipientOf(row) === null ? 'S' : '';
/** Whom the types 1 name; the others name nobody. */
const recipientOf = ({ type, paper }: ExportedRecord) => (type.endsWith('1') ? paper.buyer : null);

/** `21.00:20.25:4.25`: rate, base and tax; several with a bar between them. */
const breakdownOf = ({ paper, amount }: ExportedRecord): string =>
  (paper.euro ?? paper).taxes
    .map(({ rate, net, tax }) => [(rate / 100).toFixed(2), amount(net), amount(tax)].join(':'))
    .join('|');

/** The heads are the names that the tax agency's schema has for these fields, in every language. */
const columns: ExportColumn<ExportedRecord>[] = [
  { head: 'IDEmisorFactura', cell: (row) => textCell(row.tax_id) },
  { head: 'NombreRazonEmisor', cell: (row) => textCell(row.paper.issuer.name), width: 28 },
  { head: 'NumSerieFactura', cell: (row) => textCell(row.number), width: 18 },
  { head: 'FechaExpedicionFactura', cell: (row) => textCell(row.issued_on) },
  { head: 'TipoFactura', cell: (row) => textCell(row.type) },
  { head: 'TipoRectificativa', cell: (row) => textCell(isCorrection(row) ? 'I' : '') },
  {
    head: 'IDFacturaRectificada.NumSerieFactura',
    cell: (row) => textCell(row.paper.corrects?.number ?? ''),
  },
  {
    head: 'IDFacturaRectificada.FechaExpedicionFactura',
    cell: ({ paper: { corrects } }) => textCell(corrects ? recordedDay(corrects.issuedAt) : ''),
  },
  {
    head: 'DescripcionOperacion',
    cell: (row) => textCell(row.paper.lines.map(({ title }) => title).join(', ')),
    width: 32,
  },
  { head: 'FacturaSinIdentifDestinatarioArt61d', cell: (row) => textCell(unnamed(row)) },
  { head: 'IDDestinatario.NombreRazon', cell: (row) => textCell(recipientOf(row)?.name ?? '') },
  { head: 'IDDestinatario.ID', cell: (row) => textCell(recipientOf(row)?.taxId ?? '') },
  { head: 'IDDestinatario.CodigoPais', cell: (row) => textCell(recipientOf(row)?.country ?? '') },
  {
    head: 'TipoImpositivo:BaseImponibleOimporteNoSujeto:CuotaRepercutida',
    cell: (row) => textCell(breakdownOf(row)),
  },
  { head: 'CuotaTotal', cell: (row) => decimal(row.tax) },
  { head: 'ImporteTotal', cell: (row) => decimal(row.total) },
  { head: 'ISO 4217', cell: (row) => textCell(row.currency) },
  { head: 'PrimerRegistro', cell: (row) => textCell(row.previous_hash ? '' : 'S') },
  { head: 'RegistroAnterior.NumSerieFactura', cell: (row) => textCell(row.previous_number) },
  {
    head: 'RegistroAnterior.FechaExpedicionFactura',
    cell: (row) => textCell(row.previous_issued_on),
  },
  { head: 'RegistroAnterior.Huella', cell: (row) => textCell(row.previous_hash), width: 66 },
  { head: 'FechaHoraHusoGenRegistro', cell: (row) => textCell(row.recorded_at), width: 28 },
  { head: 'TipoHuella', cell: () => textCell('01') },
  { head: 'Huella', cell: (row) => textCell(row.hash), width: 66 },
  { head: 'QR', cell: (row) => textCell(row.qr), width: 66 },
];
