import { describe, expect, it } from 'vitest';
import { amountCell, clockOf, countCell, textCell } from './cells.rules.ts';
import { csvLine, csvText } from './csv.rules.ts';

describe('a text in a CSV file', () => {
  it.each([
    ['plain', 'plain'],
    ['', ''],
    ['one, two', '"one, two"'],
    ['she said "no"', '"she said ""no"""'],
    ['two\nlines', '"two\nlines"'],
    ['a-b=c+d@e', 'a-b=c+d@e'],
  ])('%j is written %j', (text, written) => {
    expect(csvText(text)).toBe(written);
  });

  it.each(['=1+1', '+34 600', '-2', '@SUM(A1)', '\tx', '\rx'])('%j is no formula', (text) => {
    expect(csvText(text).replace(/^"/, '')[0]).toBe("'");
  });

  it.each([
    ['Hola;=1+1', '"Hola;\'=1+1"'],
    ['Hola; "=1+1', '"Hola; ""\'=1+1"'],
    ['Hola\n@SUM(A1)', '"Hola\n\'@SUM(A1)"'],
    ['one;two', '"one;two"'],
  ])('%j begins no formula in its middle', (text, written) => {
    expect(csvText(text)).toBe(written);
  });

  it('keeps its guard inside the quotes', () => {
    expect(csvText('=HYPERLINK("http://x","y")')).toBe('"\'=HYPERLINK(""http://x"",""y"")"');
  });
});

describe('a line', () => {
  it('holds texts, exact amounts, counts and the clock on the wall', () => {
    const moment = clockOf('Europe/Madrid');
    const cells = [
      textCell('Función'),
      amountCell(-1210, 'EUR'),
      amountCell(500, 'JPY'),
      countCell(3),
      moment('2026-07-01T18:30:00.000Z'),
      null,
    ];
    expect(csvLine(cells)).toBe('Función,-12.10,500,3,2026-07-01 20:30,\r\n');
  });

  it('leaves out what is not there', () => {
    expect([textCell(null), textCell(''), clockOf('UTC')(null)]).toEqual([null, null, null]);
  });
});

describe('the clock of a zone', () => {
  const local = (zone: string, instant: string) => clockOf(zone)(instant);

  it.each([
    ['Europe/Madrid', '2026-03-29T00:59:00.000Z', '2026-03-29T01:59'],
    ['Europe/Madrid', '2026-03-29T01:00:00.000Z', '2026-03-29T03:00'],
    ['Europe/Madrid', '2026-10-25T00:59:59.999Z', '2026-10-25T02:59'],
    ['Europe/Madrid', '2026-10-25T01:00:00.000Z', '2026-10-25T02:00'],
    ['America/Sao_Paulo', '2026-11-28T01:00:00.000Z', '2026-11-27T22:00'],
    ['Asia/Kathmandu', '2026-11-28T18:20:00.000Z', '2026-11-29T00:05'],
  ])('in %s shows %s as %s', (zone, instant, shown) => {
    expect(local(zone, instant)).toEqual({ kind: 'moment', local: shown });
  });
});
