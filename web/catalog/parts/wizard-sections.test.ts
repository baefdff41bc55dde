import { describe, expect, test } from 'vitest';
import { blankValues } from './product-form.ts';
import {
  fieldOfPart,
  neighboursOf,
  screenOf,
  sectionOf,
  sections,
  sectionsFor,
  statusOf,
} from './wizard-sections.ts';

const blank = blankValues({ channel: 'sala', language: 'es', currency: 'EUR', taxRate: 2100 });
const values = { ...blank, title: 'Hamlet' };
const complete = { missing: [], sessions: [], status: 'draft' as const };
const given = { type: 'broadcast' as const, product: complete, values, blank, wrong: [] };

describe('the sections of a product', () => {
  test('stand one by one, those that publishing asks for together', () => {
    expect(screenOf('price')).toEqual([...['info', 'film', 'parts', 'sessions', 'stock', 'price']]);
    expect(neighboursOf('sessions')).toEqual({ before: undefined, after: 'offer' });
    expect(neighboursOf('actions')).toEqual({ before: 'advertising', after: undefined });
  });

  test('are those of its type: dates for a show, a film for what plays at any time', () => {
    expect(sectionsFor('broadcast').slice(0, 3)).toEqual(['info', 'sessions', 'price']);
    expect(sectionsFor('vod').slice(0, 3)).toEqual(['info', 'film', 'price']);
    expect(sectionsFor('live').slice(0, 4)).toEqual(['info', 'film', 'sessions', 'price']);
    expect(sectionsFor('physical').slice(0, 3)).toEqual(['info', 'stock', 'price']);
    expect(sectionsFor('bundle').slice(0, 3)).toEqual(['info', 'parts', 'price']);
  });

  test('hold every field of the form, each in one place', () => {
    const known = new Set(Object.keys(blank).map(sectionOf));
    expect([...known].sort()).toEqual(
      sections
        .filter((section) => !['actions', 'sessions', 'parts', 'stock'].includes(section))
        .sort(),
    );
    expect(sectionOf('billing.unknown')).toBe('info');
    expect([sectionOf('price.amount'), sectionOf('banner.alt')]).toEqual(['price', 'advertising']);
  });

  test('that lack something say so, wherever the server looks for it', () => {
    for (const [part, field] of Object.entries(fieldOfPart)) {
      const product = { ...complete, missing: [part] as never };
      expect(statusOf(sectionOf(field), { ...given, product })).toBe('missing');
    }
    const unborn = { ...given, product: null, values: blank };
    for (const type of ['broadcast', 'vod', 'physical'] as const) {
      const stands = sectionsFor(type).map((one) => statusOf(one, { ...unborn, type }));
      expect(stands.slice(0, 4)).toEqual(['missing', 'missing', 'missing', 'optional']);
    }
  });

  test('are wrong before they are missing, and optional while they are as at first', () => {
    const product = { ...complete, missing: ['price' as const] };
    expect(statusOf('price', { ...given, product, wrong: ['price.amount'] })).toBe('wrong');
    expect(statusOf('details', given)).toBe('optional');
    const told = { ...given, values: { ...values, production: 'Ours' } };
    expect(statusOf('details', told)).toBe('filled');
  });

  test('with an offer that has no amount are missing something, unless it is free', () => {
    const begun = { ...values, hasOffer: true };
    expect(statusOf('offer', { ...given, values: begun })).toBe('missing');
    expect(statusOf('offer', { ...given, values: { ...begun, plan: 'free' } })).toBe('filled');
  });

  test('end with what can be done: done once the product is out', () => {
    expect(statusOf('actions', given)).toBe('optional');
    expect(statusOf('actions', { ...given, product: { ...complete, status: 'private' } })).toBe(
      'filled',
    );
  });
});
