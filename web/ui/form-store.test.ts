import { describe, expect, test } from 'vitest';
import { formStore, nothingIn } from './form-store.ts';

const aForm = () =>
  formStore({ title: '', price: null as number | null, sessions: [{ at: '20:00' }], secret: '' });

describe('a form', () => {
  test('values are reached by path, and nothing that was given is changed', () => {
    const initial = { title: '', sessions: [{ at: '20:00' }] };
    const form = formStore(initial);
    form.set('sessions.0.at', '21:00');
    expect(form.get('sessions.0.at')).toBe('21:00');
    expect(form.values()).toEqual({ title: '', sessions: [{ at: '21:00' }] });
    expect(initial.sessions).toEqual([{ at: '20:00' }]);
  });

  test('only required fields can be missing, and only while they are empty', () => {
    const form = aForm();
    const about = { secret: false, isEmpty: nothingIn };
    form.register('title', { ...about, label: 'Title', required: true });
    form.register('price', { ...about, label: 'Price', required: true });
    form.register('secret', { ...about, label: 'Secret', required: false });
    expect(form.missing()).toEqual(['title', 'price']);
    form.set('title', '   ');
    form.set('price', 0);
    expect(form.missing()).toEqual(['title']);
    form.set('title', 'Hamlet');
    expect(form.missing()).toEqual([]);
  });

  test('typing something and taking it back leaves nothing unsaved', () => {
    const form = aForm();
    form.set('title', 'Hamlet');
    expect(form.isDirty()).toBe(true);
    form.set('title', '');
    expect(form.isDirty()).toBe(false);
  });

  test('an error goes when its field is changed, the others stay', () => {
    const form = aForm();
    form.refuse('Check the fields.', { title: 'Too long', price: 'Too small' });
    form.set('title', 'x');
    expect(form.errors()).toEqual({ price: 'Too small' });
    expect(form.message()).toBe('Check the fields.');
    form.set('price', 1);
    expect(form.message()).toBeNull();
  });

  test('a refusal is told at the fields when the form has each that it names', () => {
    const form = aForm();
    form.register('title', { label: 'T', required: true, secret: false, isEmpty: nothingIn });
    form.refuse('No.', { title: 'Too long' });
    expect(form.isToldAtFields()).toBe(true);
    form.refuse('No.', { title: 'Too long', price: 'Too small' });
    expect(form.isToldAtFields()).toBe(false);
    form.refuse('No.', {});
    expect(form.isToldAtFields()).toBe(false);
  });

  test('a draft keeps what was typed but no secrets', () => {
    const form = aForm();
    form.register('secret', { label: 'S', required: false, secret: true, isEmpty: nothingIn });
    form.set('secret', 'Passw0rd!');
    form.set('title', 'Hamlet');
    expect(form.draft().title).toBe('Hamlet');
    expect(JSON.stringify(form.draft())).not.toContain('Passw0rd!');
  });

  test('new data comes under what was typed: the rest is as saved now', () => {
    const form = aForm();
    form.set('title', 'Hamlet');
    form.rebase({ title: '', price: 1210, sessions: [{ at: '21:00' }], secret: '' });
    expect(form.values()).toEqual({
      title: 'Hamlet',
      price: 1210,
      sessions: [{ at: '21:00' }],
      secret: '',
    });
    expect(form.draft()).toEqual({ title: 'Hamlet' });
    form.reset();
    expect([form.get('title'), form.get('price'), form.isDirty()]).toEqual(['', 1210, false]);
  });

  test('what was typed and is saved by somebody else meanwhile is no change any more', () => {
    const form = aForm();
    form.set('title', 'Hamlet');
    form.rebase({ title: 'Hamlet', price: 1210, sessions: [{ at: '20:00' }], secret: '' });
    expect(form.isDirty()).toBe(false);
  });

  test('what is right only together is not mixed with new data', () => {
    const form = formStore({ price: { by: 'total', amount: 1210, taxRate: 2100 } }, ['price']);
    form.set('price.amount', 2000);
    form.rebase({ price: { by: 'net', amount: 1000, taxRate: 1000 } });
    expect(form.get('price')).toEqual({ by: 'total', amount: 2000, taxRate: 2100 });
  });

  test('a draft that comes back leaves alone what nobody had typed', () => {
    const before = aForm();
    before.set('title', 'Hamlet');
    const kept = before.draft();
    const after = formStore({ title: '', price: 1210, sessions: [{ at: '20:00' }], secret: '' });
    after.restore(kept);
    expect([after.get('title'), after.get('price')]).toEqual(['Hamlet', 1210]);
  });

  test('after saving, what is typed is what is saved', () => {
    const form = aForm();
    form.set('title', 'Hamlet');
    form.refuse('Busy', {});
    form.settle();
    expect([form.isDirty(), form.message()]).toEqual([false, null]);
    form.reset();
    expect(form.get('title')).toBe('Hamlet');
  });

  test('what was typed while it was saved stays, and what could not be kept is unsaved', () => {
    const form = aForm();
    form.set('title', 'Ham');
    form.set('price', -1);
    const sent = form.values();
    form.set('title', 'Hamlet');
    form.settle(sent, { price: 'Too small' });
    expect([form.start().title, form.draft()]).toEqual(['Ham', { title: 'Hamlet', price: -1 }]);
    expect(form.errors()).toEqual({ price: 'Too small' });
  });

  test('changes are told field by field, and one can be taken back alone', () => {
    const form = aForm();
    const about = { required: false, secret: false, isEmpty: nothingIn };
    form.register('title', { ...about, label: 'Title' });
    form.register('price', { ...about, label: 'Price', shown: (cents) => `${cents} ct` });
    form.set('title', 'Hamlet');
    form.set('price', 5);
    expect(form.changed().map(({ label, before, after }) => [label, before, after])).toEqual([
      ['Title', '', 'Hamlet'],
      ['Price', null, 5],
    ]);
    form.undo('title');
    expect(form.changed().map(({ path, shown }) => [path, shown?.(5)])).toEqual([
      ['price', '5 ct'],
    ]);
  });
});
