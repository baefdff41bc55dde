import { describe, expect, it } from 'vitest';
import { parseAmount } from '#contract/shared/money.ts';
import vectors from '#test/vectors/pain001.json' with { type: 'json' };
import { type TransferFile, writePain001 } from './pain001.rules.ts';
import { faultOfFile } from './pain001-check.rules.ts';
import { inSepaLetters } from './sepa-letters.rules.ts';

const file: TransferFile = {
  messageId: 'PO-2026-09',
  createdAt: '2026-10-01T08:00:00Z',
  executionDay: '2026-10-05',
  debtor: { name: 'Plataforma Ejemplo SL', iban: 'ES9121000418450200051332' },
  transfers: vectors.input.map(({ end_to_end_id, amount, town, country, ...given }) => ({
    ...given,
    endToEndId: end_to_end_id,
    amount: parseAmount(amount, 'EUR') ?? 0,
    address: { city: town, country },
  })),
};

const { document } = vectors;
const changed = (from: string, to: string): string => {
  if (!document.includes(from)) throw new Error(`the document has no ${from}`);
  return document.replaceAll(from, to);
};

/** Each file that must be refused: what is wrong with it, and the word we have for that. */
const refused: Record<string, [xml: string, fault: string]> = {
  'wrong-control-sum': [
    changed('<CtrlSum>1324.61</CtrlSum>', '<CtrlSum>1324.60</CtrlSum>'),
    'control_sum',
  ],
  'iban-check-digits': [changed('ES7712341234161234567890', 'ES7812341234161234567890'), 'iban'],
  'three-decimals': [changed('>90.55<', '>90.550<'), 'amount'],
  'end-to-end-36': [changed('PO-2026-09-000001', `PO-${'1'.repeat(33)}`), 'length'],
  'remittance-141': [changed('Liquidacion 2026-09', 'x'.repeat(141)), 'length'],
  'letters-outside-set': [changed('Asociacion', 'Asociación'), 'letters'],
  'unstructured-address': [
    changed('<TwnNm>Madrid</TwnNm><Ctry>ES</Ctry>', '<AdrLine>Madrid, ES</AdrLine>'),
    'address',
  ],
  'version-03-bic-in-09': [
    changed('<Othr><Id>NOTPROVIDED</Id></Othr>', '<BIC>CAIXESBBXXX</BIC>'),
    'version',
  ],
};

describe('a file of transfers', () => {
  it('is written as the one that the schema passed', () => {
    expect(writePain001(file)).toBe(document);
    expect(document).toContain(`<NbOfTxs>${vectors.count}</NbOfTxs>`);
    expect(document).toContain(`<CtrlSum>${vectors.control_sum}</CtrlSum>`);
  });

  it('passes our checks, with a bank named as version 09 names it, too', () => {
    expect(faultOfFile(document)).toBeNull();
    const named = changed('<Othr><Id>NOTPROVIDED</Id></Othr>', '<BICFI>CAIXESBBXXX</BICFI>');
    expect(faultOfFile(named)).toBeNull();
  });

  it.each(vectors.must_refuse)('is refused: $id ($why)', ({ id }) => {
    const [xml, fault] = refused[id] ?? ['', 'no such file'];
    expect(faultOfFile(xml)).toBe(fault);
  });

  it.each([
    ['version', changed('pain.001.001.09', 'pain.001.001.03')],
    ['count', changed('<NbOfTxs>3</NbOfTxs>', '<NbOfTxs>2</NbOfTxs>')],
    ['twice', changed('PO-2026-09-000002', 'PO-2026-09-000001')],
    ['element', changed('<ChrgBr>SLEV</ChrgBr>', '')],
    ['not_xml', document.slice(0, -20)],
    ['iban', changed('DE89370400440532013000', 'BR9700360305000010009795493P1')],
    ['address', changed('<Ctry>PT</Ctry>', '')],
    ['amount', changed('Ccy="EUR"', 'Ccy="USD"')],
    ['amount', changed('>0.01<', '>0.00<')],
  ])('is refused for %s', (fault, xml) => expect(faultOfFile(xml)).toBe(fault));

  it('takes names, streets and texts as they were typed, and passes all the same', () => {
    const [first] = file.transfers;
    if (!first) throw new Error('no transfer');
    const typed = {
      ...first,
      name: `Łódź & <Façade> "Ñandú" ${'x'.repeat(200)}`,
      address: { address: 'Calle ]]> 14 3.º', postalCode: '28004', city: 'Αθήνα', country: 'ES' },
      text: 'a\nb\u0000 €',
    };
    const xml = writePain001({ ...file, transfers: [typed] });
    expect(faultOfFile(xml)).toBeNull();
    expect(xml).toContain('<Nm>Lodz + .Facade. .Nandu. xxx');
    expect(xml).toContain('<StrtNm>Calle ... 14 3..</StrtNm>');
  });
});

describe('letters that banks take', () => {
  it.each(Object.entries(vectors.charset.map))('%s is written %s', (from, to) =>
    expect(inSepaLetters(from, 9)).toBe(to),
  );
  it.each([
    ['日本', '..'],
    ['a  b\tc', 'a b c'],
    ['  ', ''],
  ])('%j is written %j', (from, to) => expect(inSepaLetters(from, 9)).toBe(to));
});
