import { describe, expect, it } from 'vitest';
import { NewProduct } from '#contract/catalog.ts';
import { atTheirRows, newProductFrom } from './new-product-form.ts';
import { blankValues } from './product-form.ts';

const row = (startsAt: string | null) => ({
  startsAt,
  zone: 'Europe/Madrid',
  durationMinutes: 90,
  capacity: null,
});
const values = {
  ...blankValues({ channel: 'sala', language: 'es' as const }),
  title: 'Noche',
  sessions: [row(null), row('2030-06-01T20:00'), row(null), row('2030-06-02T20:00')],
};

describe('the form of a new product', () => {
  it('sends the rows that have a date', () => {
    const sent = newProductFrom(values);
    expect(NewProduct.parse(sent)).toEqual(sent);
    expect(sent.sessions.map(({ startsAt }) => startsAt)).toEqual([
      '2030-06-01T20:00',
      '2030-06-02T20:00',
    ]);
  });

  it('shows what is wrong with a date at its own row', () => {
    const told = {
      'sessions.0.startsAt': 'This time has passed.',
      'sessions.1.capacity': 'Too small.',
      title: 'Too long.',
    };
    expect(atTheirRows(told, values)).toEqual({
      'sessions.1.startsAt': 'This time has passed.',
      'sessions.3.capacity': 'Too small.',
      title: 'Too long.',
    });
  });
});
