/**
 * Numbers of the tests and documentation of python-stdnum (arthurdejong/python-stdnum: stdnum/es,
 * stdnum/pt, stdnum/br, tests/test_es_nif.doctest; LGPL-2.1-or-later; the numbers alone, no code of
 * it), each computed again. `derived` follow from the rule of the register. The CNPJ with letters is
 * the example of the Receita Federal (Instrução Normativa RFB 2.229/2024).
 */
export const taxIdVectors = {
  ES: {
    valid: [
      ...[
        'B58378431',
        'B64717838',
        'J99216582',
        'A13585625',
        'A11111119',
        '54362315K',
        '11111111H',
      ],
      ...['X5253868R', 'X2482300W', 'X1111111G', 'M1234567L', 'L1111111G', '89890001K'],
    ],
    spelled: ['ES B-58378431', '54362315-K', 'x-2482300w'],
    derived: ['00000000T', '00000001R', '12345678Z', '99999999R', 'Y0000000Z', 'Z0000000M'],
    invalid: [
      ...[
        'B64717839',
        'J99216583',
        'J992165831',
        'O1234567L',
        'A11111118',
        '54362315Z',
        '54362315',
      ],
      ...['11111111T', 'X2482300A', 'X2482300', 'X1111111A', 'L1111111C', '891K', ''],
    ],
  },
  PT: {
    valid: ['501964843'],
    spelled: ['PT 501 964 843'],
    derived: [],
    invalid: ['501964842', '50196484', '5019648433', '000000000', ''],
  },
  BR: {
    valid: ['39053344705', '16727230000197', '12ABC34501DE35'],
    spelled: ['390.533.447-05', '16.727.230/0001-97', '12.ABC.345/01DE-35'],
    derived: [],
    invalid: [
      ...['39053344709', '11111111111', '231002999', '16727230000198', '16.727.230.0001=97'],
      ...['12ABC34501DE36', '00000000000000', ''],
    ],
  },
} as const;

/** Numbers of other countries (python-stdnum, stdnum/eu): only their shape is looked at. */
export const otherTaxIds = {
  valid: [
    ['FR61954506077', 'FR'],
    ['BE0697449992', 'BE'],
    ['CHE-123.456.788 MWST', 'CH'],
    ['12/345/67890', 'DE'],
    // No country chosen yet
    ['B64717839', ''],
  ],
  invalid: [
    ['none', 'FR'],
    ['12', 'BE'],
    ['1234567890123456789012', 'DE'],
    ['FR<61954506077>', 'FR'],
    ['', 'FR'],
  ],
} as const;
