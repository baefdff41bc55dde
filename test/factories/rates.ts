import { ratesContract } from '#contract/rates.ts';
import type { CurrencyCode } from '#contract/shared/currencies.ts';
import { siteConfigDefaults, siteContract } from '#contract/site.ts';
import { call } from '#test/story.ts';
import { anAdmin, type Someone } from './accounts.ts';

/** The daily file of the European Central Bank in its own shape. */
export const anEcbFile = (day: string, rates: Record<string, string>): string =>
  [
    '<?xml version="1.0" encoding="UTF-8"?>',
    '<gesmes:Envelope xmlns:gesmes="http://www.gesmes.org/xml/2002-08-01" xmlns="http://www.ecb.int/vocabulary/2002-08-01/eurofxref">',
    '<gesmes:subject>Reference rates</gesmes:subject>',
    '<gesmes:Sender><gesmes:name>European Central Bank</gesmes:name></gesmes:Sender>',
    '<Cube>',
    `<Cube time='${day}'>`,
    ...Object.entries(rates).map(([code, rate]) => `<Cube currency='${code}' rate='${rate}'/>`),
    '</Cube>',
    '</Cube>',
    '</gesmes:Envelope>',
  ].join('\n');

/** An administrator enters what one euro is. */
export const enterRate = (as: Someone, currency: CurrencyCode, millionths: number) =>
  call(ratesContract.saveRate, { as, body: { currency, millionths } });

/** Somebody in Spain sells in this currency: an administrator has entered some rate of it. */
export const aRate = async (currency: CurrencyCode, millionths = 2_000_000) =>
  enterRate(await anAdmin(), currency, millionths);

/** Switches the choice of currency on or off, and leaves the others as they are at first. */
export const offerCurrencies = (as: Someone, currencies: boolean) =>
  call(siteContract.saveConfig, { as, body: { ...siteConfigDefaults, currencies } });
