import { Temporal } from 'temporal-polyfill';
import type { InvoiceRecordFault } from '#contract/payments.ts';
import type { CurrencyCode } from '#contract/shared/currencies.ts';
import { writeAmount } from '#contract/shared/money.ts';
import { plainTaxId } from '#contract/shared/tax-ids.ts';
import { sessionZone } from '#contract/shared/time.ts';

/**
 * The record that Spain wants of every invoice. Sources: Real Decreto 1007/2023, Orden HAC/1177/2024,
 * and what the tax agency (AEAT) has published on the hash (v0.1.2) and on the code of the paper.
 */

/** Law of Spain binds who issues there; everybody else has no records. */
export const isRecorded = ({ country }: { country: string }): boolean => country === 'ES';

/** The tax id by which the chain of an issuer goes: two channels of one company have one. */
export const chainOf = ({ taxId }: { taxId: string }): string => plainTaxId(taxId, 'ES');

/**
 * `F1` and `R1` name who receives them by tax id; `F2` and `R5` are the simplified ones and, by the
 * agency's word, the full ones of whoever needs to give no tax id.
 */
export type RecordType = 'F1' | 'F2' | 'R1' | 'R5';

export function recordTypeOf(invoice: {
  kind: 'sale' | 'rectifying';
  buyerTaxId: string;
}): RecordType {
  const isNamed = invoice.buyerTaxId !== '';
  if (invoice.kind === 'rectifying') return isNamed ? 'R1' : 'R5';
  return isNamed ? 'F1' : 'F2';
}

/** The texts over which the hash is made. */
export type RecordFacts = {
  taxId: string;
  number: string;
  /** Day of issue, `31-12-2026`. */
  issuedOn: string;
  type: RecordType;
  /** Decimal texts with a point. */
  tax: string;
  total: string;
  /** Hash of the record before; '' for the first one of a chain. */
  previousHash: string;
  /** `2026-12-31T19:20:30+01:00`. */
  recordedAt: string;
};

const madrid = (instant: string) => Temporal.Instant.from(instant).toZonedDateTimeISO(sessionZone);
const two = (part: number): string => String(part).padStart(2, '0');

/** The day of an instant in mainland Spain, as records write it: `31-12-2026`. */
export function recordedDay(instant: string): string {
  const { day, month, year } = madrid(instant);
  return `${two(day)}-${two(month)}-${year}`;
}

/** An instant to the second, with the offset of mainland Spain. */
export const recordedMoment = (instant: string): string =>
  madrid(instant).toString({ smallestUnit: 'second', timeZoneName: 'never' });

/** The latest of some instants: a record is never dated before the one that it follows. */
export const latestOf = (instants: readonly string[]): string =>
  instants
    .map((text) => Temporal.Instant.from(text))
    .reduce((one, other) => (Temporal.Instant.compare(one, other) < 0 ? other : one))
    .toString();

export const recordedAmount = (amount: number, currency: CurrencyCode): string =>
  writeAmount(amount, currency);

/** What is hashed: `name=value&…`, values without the blanks around them and not encoded. */
export const hashedText = (fields: readonly (readonly [name: string, value: string])[]): string =>
  fields.map(([name, value]) => `${name}=${value.trim()}`).join('&');

/** The text of which a record's hash is made, as the agency specifies it for a `RegistroAlta`. */
export const textOfRecord = (facts: RecordFacts): string =>
  hashedText([
    ['IDEmisorFactura', facts.taxId],
    ['NumSerieFactura', facts.number],
    ['FechaExpedicionFactura', facts.issuedOn],
    ['TipoFactura', facts.type],
    ['CuotaTotal', facts.tax],
    ['ImporteTotal', facts.total],
    ['Huella', facts.previousHash],
    ['FechaHoraHusoGenRegistro', facts.recordedAt],
  ]);

/** What becomes of the records: see `VERIFACTU` in the README. */
export type RecordUse = 'sent' | 'unsent' | 'test';

const hosts = {
  sent: 'www2.agenciatributaria.gob.es',
  unsent: 'www2.agenciatributaria.gob.es',
  test: 'prewww2.aeat.es',
} as const satisfies Record<RecordUse, string>;

/** Does the paper promise that the agency knows of it? */
export const isVerifiable = (use: RecordUse): boolean => use !== 'unsent';

/** The address in the code on the paper: whoever scans it asks the agency about this invoice. */
export function qrAddress(
  { taxId, number, issuedOn, total }: Pick<RecordFacts, 'taxId' | 'number' | 'issuedOn' | 'total'>,
  use: RecordUse,
): string {
  const page = isVerifiable(use) ? 'ValidarQR' : 'ValidarQRNoVerifactu';
  const asked = { nif: taxId, numserie: number, fecha: issuedOn, importe: total };
  const query = Object.entries(asked).map(([name, text]) => `${name}=${encodeURIComponent(text)}`);
  return `https://${hosts[use]}/wlpl/TIKE-CONT/${page}?${query.join('&')}`;
}

export type KeptRecord = RecordFacts & { position: number; hash: string };

export type Beside = {
  /** The record before it in its chain; null: it is the first. */
  before: Pick<KeptRecord, 'position' | 'hash'> | null;
  /** The texts that follow from its invoice. */
  invoice: Pick<RecordFacts, 'number' | 'issuedOn' | 'tax' | 'total'>;
  /** The hash of what it says. */
  hash: string;
};

/** What is wrong with a record: its own hash, its link, what it says of its invoice. */
export function faultsOfRecord(
  record: KeptRecord,
  { before, invoice, hash }: Beside,
): InvoiceRecordFault['what'][] {
  const faults: InvoiceRecordFault['what'][] = [];
  if (hash !== record.hash) faults.push('hash');
  const follows =
    record.position === (before?.position ?? 0) + 1 && record.previousHash === (before?.hash ?? '');
  if (!follows) faults.push('link');
  const { number, issuedOn, tax, total } = record;
  const isSame =
    number === invoice.number &&
    issuedOn === invoice.issuedOn &&
    tax === invoice.tax &&
    total === invoice.total;
  if (!isSame) faults.push('invoice');
  return faults;
}
