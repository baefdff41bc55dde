import { describe, expect, it } from 'vitest';
import { currencyCodes } from '#contract/shared/currencies.ts';
import { taxIdCanExist } from '#contract/shared/tax-ids.ts';
import { verifactuCodes, verifactuHashes } from '#test/vectors/verifactu.ts';
import { fingerprint, hashOfRecord } from './record-hash.ts';
import {
  type Beside,
  chainOf,
  faultsOfRecord,
  hashedText,
  isRecorded,
  type KeptRecord,
  latestOf,
  qrAddress,
  type RecordFacts,
  recordedAmount,
  recordedDay,
  recordedMoment,
  recordTypeOf,
} from './verifactu.rules.ts';

const fieldsOf = (input: string) =>
  input.split('&').map((part) => {
    const at = part.indexOf('=');
    return [part.slice(0, at), part.slice(at + 1)] as const;
  });

/** The facts of a vector, as our records hold them. */
const factsOf = (input: string): RecordFacts => {
  const fields = Object.fromEntries(fieldsOf(input));
  return {
    taxId: fields.IDEmisorFactura ?? '',
    number: fields.NumSerieFactura ?? '',
    issuedOn: fields.FechaExpedicionFactura ?? '',
    type: fields.TipoFactura as RecordFacts['type'],
    tax: fields.CuotaTotal ?? '',
    total: fields.ImporteTotal ?? '',
    previousHash: fields.Huella ?? '',
    recordedAt: fields.FechaHoraHusoGenRegistro ?? '',
  };
};

const [first, second] = verifactuHashes;

describe('the hash of the tax agency’s', () => {
  it.each(verifactuHashes)('$note', ({ input, hash }) => {
    expect(hashedText(fieldsOf(input))).toBe(input);
    expect(fingerprint(input)).toBe(hash);
  });

  it.each([first, second])('$note, from our record', ({ input, hash }) =>
    expect(hashOfRecord(factsOf(input))).toBe(hash),
  );

  it('leaves blanks around values out', () => {
    const blank = { ...factsOf(first.input), number: ' 12345678/G33 ' };
    expect(hashOfRecord(blank)).toBe(first.hash);
  });
});

describe('the code on the paper', () => {
  it.each(verifactuCodes)('of $numserie is the tax agency’s', (code) => {
    const { nif: taxId, numserie: number, fecha: issuedOn, importe: total, url } = code;
    expect(qrAddress({ taxId, number, issuedOn, total }, 'test')).toBe(url);
  });

  const asked = {
    taxId: '89890001K',
    number: 'R2026-000003',
    issuedOn: '01-12-2026',
    total: '-12.10',
  };
  const query = 'nif=89890001K&numserie=R2026-000003&fecha=01-12-2026&importe=-12.10';

  it.each([
    ['sent', 'https://www2.agenciatributaria.gob.es/wlpl/TIKE-CONT/ValidarQR'],
    ['unsent', 'https://www2.agenciatributaria.gob.es/wlpl/TIKE-CONT/ValidarQRNoVerifactu'],
    ['test', 'https://prewww2.aeat.es/wlpl/TIKE-CONT/ValidarQR'],
  ] as const)('of records that are %s leads to %s', (use, page) =>
    expect(qrAddress(asked, use)).toBe(`${page}?${query}`),
  );

  // What the agency's page answers with an error (2005, malformed NIF, 1002, 1004, 2006).
  it('never has a decimal comma, nor more than twelve digits', () => {
    const odd = currencyCodes.filter(
      (code) => !/^-?\d{1,12}(\.\d+)?$/.test(recordedAmount(-99_999_999_999, code)),
    );
    expect(odd).toEqual([]);
    expect(recordedAmount(720, 'EUR')).toBe('7.20');
  });
  it('has no malformed NIF: 891K', () => expect(taxIdCanExist('891K', 'ES')).toBe(false));
  it.each(['nif', 'numserie', 'fecha', 'importe'])('never lacks %s', (name) =>
    expect(new URL(qrAddress(asked, 'sent')).searchParams.get(name)).toBeTruthy(),
  );
});

describe('a record', () => {
  it('is made for issuers in Spain alone', () => {
    expect(['ES', 'PT', 'BR', ''].filter((country) => isRecorded({ country }))).toEqual(['ES']);
  });

  it.each(['B58818501', ' es-b58818501', 'B 58.818.501'])('of %s is in one chain', (taxId) =>
    expect(chainOf({ taxId })).toBe('B58818501'),
  );

  it.each([
    ['sale', 'B58818501', 'F1'],
    ['sale', '', 'F2'],
    ['rectifying', 'B58818501', 'R1'],
    ['rectifying', '', 'R5'],
  ] as const)('of a %s to "%s" is of type %s', (kind, buyerTaxId, type) =>
    expect(recordTypeOf({ kind, buyerTaxId })).toBe(type),
  );

  it.each([
    ['2026-01-31T23:30:00.999Z', '01-02-2026', '2026-02-01T00:30:00+01:00'],
    ['2026-07-31T22:00:00Z', '01-08-2026', '2026-08-01T00:00:00+02:00'],
    // The hour that comes twice
    ['2026-10-25T00:30:00Z', '25-10-2026', '2026-10-25T02:30:00+02:00'],
    ['2026-10-25T01:30:00Z', '25-10-2026', '2026-10-25T02:30:00+01:00'],
  ])('at %s is of the day %s, %s', (instant, day, moment) => {
    expect(recordedDay(instant)).toBe(day);
    expect(recordedMoment(instant)).toBe(moment);
  });

  it('is dated no earlier than the one before it', () => {
    const [late, early] = ['2026-03-01T00:00:00.02Z', '2026-03-01T00:00:00.01Z'];
    expect(latestOf([early, late, early])).toBe(late);
  });
});

describe('a look at the chain', () => {
  const [one, two] = [first, second].map(
    ({ input, hash }, at): KeptRecord => ({ ...factsOf(input), position: at + 1, hash }),
  ) as [KeptRecord, KeptRecord];
  const saidOf = ({ number, issuedOn, tax, total }: KeptRecord) => ({
    number,
    issuedOn,
    tax,
    total,
  });

  const faultsIn = (record: KeptRecord, before: Beside['before'], invoice: Beside['invoice']) =>
    faultsOfRecord(record, { before, invoice, hash: hashOfRecord(record) });

  it('finds nothing where all is as it was written', () => {
    expect(faultsIn(one, null, saidOf(one))).toEqual([]);
    expect(faultsIn(two, one, saidOf(two))).toEqual([]);
  });

  it.each([
    ['another amount', { ...two, total: '124.45' }, one, ['hash', 'invoice']],
    ['another hash', { ...two, hash: one.hash }, one, ['hash']],
    ['a record taken out before it', two, null, ['link']],
    ['a record put in before it', two, { position: 1, hash: two.hash }, ['link']],
    ['a place left free', { ...two, position: 3 }, one, ['link']],
  ] as const)('finds %s', (_, record, before, faults) =>
    expect(faultsIn(record, before, saidOf(two))).toEqual(faults),
  );
});
