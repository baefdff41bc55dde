import type { InvoiceRecordFault, RecordCheck, RecordsQuery } from '#contract/payments.ts';
import type { CurrencyCode } from '#contract/shared/currencies.ts';
import { sessionZone } from '#contract/shared/time.ts';
import { nowText } from '#server/platform/clock.ts';
import { type Db, db, sql } from '#server/platform/database/index.ts';
import type { InEuro } from './euro.rules.ts';
import { type InvoiceSeries, printedNumber } from './invoices.rules.ts';
import type { KeptPaper } from './paper/paper.ts';
import { hashOfRecord } from './record-hash.ts';
import {
  faultsOfRecord,
  type KeptRecord,
  type RecordType,
  recordedAmount,
  recordedDay,
} from './verifactu.rules.ts';

type Row = Awaited<ReturnType<typeof batchAfter>>[number];
type Place = { tax_id: string; position: number };

/** So many are read at once: all of them would not fit. */
const batchSize = 1000;

/** The records that follow this place, chain after chain. */
const batchAfter = (on: Db, { tax_id, position }: Place) =>
  on
    .selectFrom('invoice_records as r')
    .innerJoin('invoices as i', 'i.id', 'r.invoice_id')
    .select(['r.tax_id', 'r.position', 'r.number', 'r.issued_on', 'r.type', 'r.tax', 'r.total'])
    .select(['r.previous_hash', 'r.recorded_at', 'r.hash', 'i.order_id', 'i.kind', 'i.year'])
    .select(['i.number as invoice_number', 'i.mark', 'i.series', 'i.issued_at', 'i.currency'])
    .select(['i.tax as invoice_tax', 'i.total as invoice_total'])
    .select(sql<InEuro | null>`i.paper->'euro'`.as('euro'))
    .where(sql<boolean>`(r.tax_id, r.position) > (${tax_id}, ${position}::integer)`)
    .orderBy('r.tax_id')
    .orderBy('r.position')
    .limit(batchSize)
    .execute();

const recordFrom = (row: Row): KeptRecord => ({
  taxId: row.tax_id,
  position: row.position,
  number: row.number,
  issuedOn: row.issued_on,
  type: row.type as RecordType,
  tax: row.tax,
  total: row.total,
  previousHash: row.previous_hash,
  recordedAt: row.recorded_at,
  hash: row.hash,
});

/** What the record must say, by the invoice beside it. */
const saidBy = (row: Row) => {
  const kind = row.kind as 'sale' | 'rectifying';
  const currency = row.euro ? 'EUR' : (row.currency as CurrencyCode);
  const series = row.series as InvoiceSeries | null;
  return {
    number: printedNumber({ ...row, kind, number: row.invoice_number, series }),
    issuedOn: recordedDay(row.issued_at),
    tax: recordedAmount(row.euro?.tax ?? row.invoice_tax, currency),
    total: recordedAmount(row.euro?.total ?? row.invoice_total, currency),
  };
};

function faultsIn(row: Row, before: Row | null): InvoiceRecordFault[] {
  const record = recordFrom(row);
  const previous = before?.tax_id === row.tax_id ? recordFrom(before) : null;
  const { tax_id: taxId, position, number, order_id: orderId } = row;
  const beside = { before: previous, invoice: saidBy(row), hash: hashOfRecord(record) };
  return faultsOfRecord(record, beside).map((what) => ({
    ...{ taxId, position, number, orderId, what },
  }));
}

/** Chains that do not end where their last record is: records were taken away behind it. */
async function listTornEnds(on: Db): Promise<InvoiceRecordFault[]> {
  const { rows } = await sql<{ taxId: string; position: number }>`
    select c.tax_id as "taxId", c.length as position from invoice_chains c
      left join lateral (select position, hash from invoice_records r where r.tax_id = c.tax_id
        order by position desc limit 1) last on true
      where c.length <> coalesce(last.position, 0) or c.last_hash <> coalesce(last.hash, '')
      order by 1`.execute(on);
  return rows.map((row) => ({ ...row, number: '', orderId: null, what: 'end' as const }));
}

/** Numbers that an issuer has given more than once: each record of them after the first. */
async function listDuplicates(on: Db): Promise<InvoiceRecordFault[]> {
  const { rows } = await sql<Omit<InvoiceRecordFault, 'what'>>`
    select r.tax_id as "taxId", r.position, r.number, i.order_id as "orderId"
    from (select tax_id, number, min(position) as first from invoice_records
        group by tax_id, number having count(*) > 1) twice
      join invoice_records r on r.tax_id = twice.tax_id and r.number = twice.number
      join invoices i on i.id = r.invoice_id
    where r.position > twice.first order by r.tax_id, r.position`.execute(on);
  return rows.map((row) => ({ ...row, what: 'duplicate' as const }));
}

/** Every record that does not follow from its invoice and from the record before it. */
export async function checkRecords(): Promise<RecordCheck> {
  const faults: InvoiceRecordFault[] = [];
  let records = 0;
  let before: Row | null = null;
  for (;;) {
    const batch: Row[] = await batchAfter(db(), before ?? { tax_id: '', position: 0 });
    for (const row of batch) {
      faults.push(...faultsIn(row, before));
      before = row;
    }
    records += batch.length;
    if (batch.length < batchSize) break;
  }
  faults.push(...(await listTornEnds(db())), ...(await listDuplicates(db())));
  return { checkedAt: nowText(), records, faults };
}

/** The day of issue as people in the house count days. */
const dayOf = sql`(i.issued_at at time zone ${sessionZone})::date`;

/** The records that an export asks for, chain after chain. */
export async function recordIds(query: RecordsQuery, most: number): Promise<string[]> {
  const rows = await db()
    .selectFrom('invoice_records as r')
    .innerJoin('invoices as i', 'i.id', 'r.invoice_id')
    .select('r.invoice_id')
    .$if(query.taxId !== undefined, (from) => from.where('r.tax_id', '=', query.taxId as string))
    .$if(query.from !== undefined, (from) => from.where(sql<boolean>`${dayOf} >= ${query.from}`))
    .$if(query.to !== undefined, (from) => from.where(sql<boolean>`${dayOf} <= ${query.to}`))
    .orderBy('r.tax_id')
    .orderBy('r.position')
    .limit(most)
    .execute();
  return rows.map(({ invoice_id }) => invoice_id);
}

export type ExportedRecord = Awaited<ReturnType<typeof recordsByIds>>[number];

/** Records with what their invoices say beside it, in any order. */
export async function recordsByIds(ids: string[]) {
  const rows = await db()
    .selectFrom('invoice_records as r')
    .innerJoin('invoices as i', 'i.id', 'r.invoice_id')
    .leftJoin('invoice_records as p', (join) =>
      join.onRef('p.tax_id', '=', 'r.tax_id').on(sql<boolean>`p.position = r.position - 1`),
    )
    .select(['r.invoice_id as id', 'r.tax_id', 'r.number', 'r.issued_on', 'r.type', 'r.tax'])
    .select(['r.total', 'r.previous_hash', 'r.recorded_at', 'r.hash', 'r.qr'])
    .select(['i.currency', 'i.paper', 'i.form', 'p.number as previous_number'])
    .select('p.issued_on as previous_issued_on')
    .where('r.invoice_id', 'in', ids)
    .execute();
  return rows.map((row) => {
    const paper = row.paper as KeptPaper;
    // In what its sums are: euro, but for those of before that were recorded as they were.
    const currency = paper.euro ? 'EUR' : (row.currency as CurrencyCode);
    return { ...row, paper, currency, amount: (minor: number) => recordedAmount(minor, currency) };
  });
}
