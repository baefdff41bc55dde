import { describe, expect, test } from 'vitest';
import { changesIn, laidOver } from './form-changes.ts';

const saved = {
  title: 'Hamlet',
  tags: ['theatre'],
  salesEndsAt: null as string | null,
  billing: { city: 'Madrid', iban: '' },
  price: { by: 'total', amount: 1210, taxRate: 2100 },
};
const together = ['price'];

describe('what changed in a form', () => {
  test('is nothing when nothing did', () => {
    expect(changesIn(structuredClone(saved), saved, together)).toEqual({});
  });

  test('is the fields that differ, of a group only those inside, of a list the whole', () => {
    const typed = {
      ...saved,
      salesEndsAt: '2030-01-01T20:00',
      tags: ['theatre', 'tragedy'],
      billing: { city: 'Madrid', iban: 'ES91' },
    };
    expect(changesIn(typed, saved, together)).toEqual({
      salesEndsAt: '2030-01-01T20:00',
      tags: ['theatre', 'tragedy'],
      billing: { iban: 'ES91' },
    });
  });

  test('is the whole of what is right only together', () => {
    const typed = { ...saved, price: { ...saved.price, amount: 2000 } };
    expect(changesIn(typed, saved, together)).toEqual({
      price: { by: 'total', amount: 2000, taxRate: 2100 },
    });
  });

  test('is also what was emptied', () => {
    const sold = { ...saved, salesEndsAt: '2030-01-01T20:00' };
    expect(changesIn(saved, sold)).toEqual({ salesEndsAt: null });
  });
});

describe('changes over what is saved now', () => {
  test('leave everything else as it is saved', () => {
    const now = { ...saved, title: 'Hamlet II', billing: { city: 'Cuenca', iban: '' } };
    expect(laidOver(now, { billing: { iban: 'ES91' } }, together)).toEqual({
      ...now,
      billing: { city: 'Cuenca', iban: 'ES91' },
    });
  });

  test('replace what is right only together as one', () => {
    const now = { ...saved, price: { by: 'total', amount: 1210, taxRate: 1000 } };
    const price = { by: 'net', amount: 2000, taxRate: 2100 };
    expect(laidOver(now, { price }, together).price).toEqual(price);
  });

  test('leave what they were laid over untouched', () => {
    const now = structuredClone(saved);
    laidOver(now, { billing: { city: 'Cuenca' } });
    expect(now).toEqual(saved);
  });
});
