import { describe, expect, it } from 'vitest';
import { anEcbFile } from '#test/factories/rates.ts';
import { faultOfDay, readEcbFile } from './ecb.rules.ts';

const whole = anEcbFile('2026-11-27', { USD: '1.0842', JPY: '162.35', HUF: '381.4' });

describe('the daily file of the European Central Bank', () => {
  it('says a day and what one euro was on it', () => {
    const expected = {
      day: '2026-11-27',
      rates: [
        { code: 'USD', millionths: 1_084_200 },
        { code: 'JPY', millionths: 162_350_000 },
        { code: 'HUF', millionths: 381_400_000 },
      ],
    };
    expect(readEcbFile(whole)).toEqual(expected);
    expect(readEcbFile(whole.replaceAll("'", '"'))).toEqual(expected);
  });

  it.each<[string, string]>([
    ['nothing', ''],
    ['a page', '<!doctype html><title>Not found</title>'],
    ['a file without rates', anEcbFile('2026-11-27', {})],
    ['a day that is none', anEcbFile('2026-02-30', { USD: '1.0842' })],
    ['a rate that is none', anEcbFile('2026-11-27', { USD: 'N/A', JPY: '162.35' })],
    ['a rate of nothing', anEcbFile('2026-11-27', { USD: '0', JPY: '162.35' })],
    ['a negative rate', anEcbFile('2026-11-27', { USD: '-1.08', JPY: '162.35' })],
    ['a rate with an exponent', anEcbFile('2026-11-27', { USD: '1e3' })],
    ['many days', whole.replace('</Cube>', "</Cube><Cube time='2026-11-26'></Cube>")],
    ['a currency twice', whole.replace("currency='JPY'", "currency='USD'")],
    ['a currency in another shape', whole.replace("currency='JPY'", "currency='yen'")],
    ['an entity', whole.replace('<gesmes:Envelope', '<!DOCTYPE x><gesmes:Envelope')],
    ['another envelope', whole.replaceAll('gesmes:Envelope', 'Envelope')],
  ])('is not %s', (_, xml) => {
    expect(readEcbFile(xml)).toBeNull();
  });

  it.each([
    ['2026-11-30', null],
    ['2026-10-31', null],
    ['2026-10-30', 'rates_old'],
    ['2026-12-01', 'not_rates'],
  ])('of %s is taken on 30 November, or told why not', (day, fault) => {
    expect(faultOfDay(day, '2026-11-30T00:00:01.000Z')).toBe(fault);
  });
});
