/**
 * Baskets whose tax others got wrong, or that their tests settle; amounts as decimal texts. Figures
 * alone, no code: pretix (pretix/pretix, src/tests/base/test_pricing_rounding.py, its documentation and
 * its thread 5861; AGPL-3.0), Medusa (medusajs/medusa, thread 14818; MIT), alf.io (alfio-event/alf.io,
 * PriceContainerTest; GPL-3.0). `derived` were computed by hand from the same rules.
 */

/** The same price several times, tax inside, rounded for each: `line`. The other modes are not ours. */
export const samePriceVectors = [
  ['pretix-5x100', 'EUR', '100.00', '19', 5, { gross: '500.00', tax: '79.85', net: '420.15' }],
  ['pretix-jpy', 'JPY', '9998', '19', 5, { gross: '49990', tax: '7980', net: '42010' }],
  ['derived-1', 'EUR', '10.00', '21', 1, { gross: '10.00', tax: '1.74', net: '8.26' }],
  ['derived-3', 'EUR', '10.00', '10', 1, { gross: '10.00', tax: '0.91', net: '9.09' }],
  ['derived-5', 'EUR', '15.00', '21', 1, { gross: '15.00', tax: '2.60', net: '12.40' }],
  ['derived-7', 'EUR', '0.05', '21', 100, { gross: '5.00', tax: '1.00', net: '4.00' }],
  ['derived-9', 'EUR', '12.50', '4', 3, { gross: '37.50', tax: '1.44', net: '36.06' }],
  ['derived-11', 'EUR', '10.00', '6', 3, { gross: '30.00', tax: '1.71', net: '28.29' }],
  ['derived-13', 'EUR', '24.99', '25.5', 2, { gross: '49.98', tax: '10.16', net: '39.82' }],
  ['derived-kwd', 'KWD', '1.250', '15', 3, { gross: '3.750', tax: '0.489', net: '3.261' }],
] as const;

/** One price: its tax inside, or on top. */
export const singlePriceVectors = [
  [
    'pretix docs, from 10.00',
    'inside',
    '10.00',
    '19',
    { gross: '10.00', net: '8.40', tax: '1.60' },
  ],
  ['pretix docs, to 11.90', 'on top', '10.00', '19', { gross: '11.90', net: '10.00', tax: '1.90' }],
  ['pretix round trip', 'inside', '23.00', '7', { gross: '23.00', net: '21.50', tax: '1.50' }],
] as const;

/** Several lines: price, how often, rate. */
export const basketVectors = [
  [
    'pretix-5861',
    'inside',
    [
      ['34.00', 2, '7'],
      ['2.07', 1, '7'],
    ],
    { gross: '70.07', net: '65.49', tax: '4.58' },
  ],
  [
    'medusa-14818',
    'on top',
    [
      ['24.99', 1, '10.75'],
      ['6.44', 1, '0'],
    ],
    { gross: '34.12', net: '31.43', tax: '2.69' },
  ],
] as const;

/** alf.io: a price after its discount, its rate, and what is paid; `exempt` pays the net price. */
export const discountVectors = [
  ['10.00 at 30 %', '10.00', '30', 'on top', '13.00'],
  ['11.00 less 1.00 at 8 %', '10.00', '8', 'on top', '10.80'],
  ['10.00 less 10 % at 10 %', '9.00', '10', 'on top', '9.90'],
  ['10.00 with 30 % inside', '10.00', '30', 'exempt', '7.69'],
  ['11.00 less 1.00 with 8 % inside', '10.00', '8', 'exempt', '9.26'],
  ['10.00 less 10 % with 10 % inside', '9.00', '10', 'exempt', '8.18'],
] as const;
