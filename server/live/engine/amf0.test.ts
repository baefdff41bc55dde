import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { type AmfValue, decodeAmf, encodeAmf, MalformedAmf } from './amf0.ts';

const value: fc.Arbitrary<AmfValue> = fc.letrec<{ value: AmfValue }>((tie) => ({
  value: fc.oneof(
    { maxDepth: 3 },
    fc.double({ noNaN: true }),
    fc.boolean(),
    fc.string(),
    fc.constant(null),
    fc.constant(undefined),
    fc.array(tie('value'), { maxLength: 4 }),
    fc.dictionary(fc.string({ minLength: 1, maxLength: 8 }), tie('value'), {
      maxKeys: 4,
      noNullPrototype: false,
    }),
  ),
})).value;

describe('AMF0', () => {
  it('reads back what it has written', () => {
    fc.assert(
      fc.property(fc.array(value, { maxLength: 4 }), (values) => {
        expect(decodeAmf(encodeAmf(...values))).toEqual(values);
      }),
      { seed: 53 },
    );
  });

  it('refuses any other bytes with its own error and nothing else', () => {
    fc.assert(
      fc.property(fc.uint8Array({ maxLength: 300 }), (bytes) => {
        try {
          expect(decodeAmf(Buffer.from(bytes))).toBeInstanceOf(Array);
        } catch (error) {
          expect(error).toBeInstanceOf(MalformedAmf);
        }
      }),
      { numRuns: 2_000, seed: 59 },
    );
  });

  it('refuses nesting without end and arrays that claim to be huge', () => {
    const nested = Buffer.concat(Array.from({ length: 50 }, () => Buffer.from([0x0a, 0, 0, 0, 1])));
    const huge = Buffer.from([0x0a, 0xff, 0xff, 0xff, 0xff]);
    for (const bytes of [nested, huge]) expect(() => decodeAmf(bytes)).toThrow(MalformedAmf);
  });

  it('keeps a property called __proto__ a property', () => {
    const bytes = Buffer.concat([
      Buffer.from([0x03, 0, 9]),
      Buffer.from('__proto__'),
      Buffer.from([0x01, 1, 0, 0, 9]),
    ]);
    expect(Object.keys(decodeAmf(bytes)[0] as object)).toEqual(['__proto__']);
  });
});
