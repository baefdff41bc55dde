import type { CurrencyCode } from '#contract/shared/currencies.ts';
import { nowText } from '#server/platform/clock.ts';
import { config } from '#server/platform/config.ts';
import { type Db, sql } from '#server/platform/database/index.ts';
import type { Party } from './paper/paper.ts';
import { hashOfRecord } from './record-hash.ts';
import {
  chainOf,
  isRecorded,
  isVerifiable,
  latestOf,
  qrAddress,
  recordedAmount,
  recordedDay,
  recordedMoment,
  recordTypeOf,
} from './verifactu.rules.ts';

/** The end of a chain, locked: the next record follows it. */
export type ChainEnd = {
  tax_id: string;
  length: number;
  last_hash: string;
  last_at: string | null;
};

/**
 * The chain in which an invoice of this issuer is recorded, locked until the transaction ends; null
 * where no law asks for one. Locked before the series, always: whoever has a chain is alone with all
 * series of its issuer, so that both series stand in it in their order and nobody waits crosswise.
 */
export async function lockChain(tx: Db, issuer: Party): Promise<ChainEnd | null> {
  if (!isRecorded(issuer)) return null;
  const taxId = chainOf(issuer);
  const found = await endOf(tx, taxId);
  if (found) return found;
  const first = tx.insertInto('invoice_chains').values({ tax_id: taxId });
  await first.onConflict((conflict) => conflict.doNothing()).execute();
  const made = await endOf(tx, taxId);
  if (!made) throw new Error('no chain was made');
  return made;
}

const endOf = (tx: Db, taxId: string): Promise<ChainEnd | undefined> =>
  tx
    .selectFrom('invoice_chains')
    .select(['tax_id', 'length', 'last_hash', 'last_at'])
    .where('tax_id', '=', taxId)
    .forNoKeyUpdate()
    .executeTakeFirst();

export type Recorded = {
  id: string;
  /** As printed. */
  number: string;
  kind: 'sale' | 'rectifying';
  issuedAt: string;
  currency: CurrencyCode;
  tax: number;
  total: number;
  buyerTaxId: string;
};

/** Writes the record of an invoice at the end of its chain, in the transaction that has locked it. */
export async function writeRecord(tx: Db, chain: ChainEnd, invoice: Recorded): Promise<void> {
  const { issuedAt, currency } = invoice;
  const at = latestOf([nowText(), issuedAt, chain.last_at ?? issuedAt]);
  const facts = {
    taxId: chain.tax_id,
    number: invoice.number,
    issuedOn: recordedDay(issuedAt),
    type: recordTypeOf(invoice),
    tax: recordedAmount(invoice.tax, currency),
    total: recordedAmount(invoice.total, currency),
    previousHash: chain.last_hash,
    recordedAt: recordedMoment(at),
  };
  const use = config().VERIFACTU;
  const hash = hashOfRecord(facts);
  const { rows } = await sql`
    with linked as (
      update invoice_chains set length = length + 1, last_hash = ${hash}, last_at = ${at}
      where tax_id = ${chain.tax_id} and length = ${chain.length} returning length)
    insert into invoice_records (invoice_id, tax_id, position, number, issued_on, type, tax, total,
      previous_hash, recorded_at, hash, qr, is_verifiable)
    select ${invoice.id}, ${facts.taxId}, length, ${facts.number}, ${facts.issuedOn}, ${facts.type},
      ${facts.tax}, ${facts.total}, ${facts.previousHash}, ${facts.recordedAt}, ${hash},
      ${qrAddress(facts, use)}, ${isVerifiable(use)}
    from linked returning position`.execute(tx);
  if (rows.length !== 1)
    throw new Error(`the chain of ${chain.tax_id} went on while it was locked`);
}
