import { expect, test } from 'vitest';
import { autosaver } from './autosaver.ts';
import { type FormStore, formStore } from './form-store.ts';
import { innerForms } from './inner-forms.ts';

test('what is typed in a form inside of another counts in that, until it is gone', () => {
  const forms = innerForms();
  const store: FormStore = formStore({ lines: '' });
  const saver = autosaver({
    ...{ store, send: async () => ({}), ready: () => true },
    ...{ now: () => 0, isFinal: () => false },
  });
  let told = 0;
  forms.subscribe(() => {
    told += 1;
  });
  const gone = forms.add({ store, saver, go: () => {} });
  expect([forms.all().length, forms.isDirty(), told]).toEqual([1, false, 1]);
  store.set('lines', '0:00 Overture');
  expect([forms.isDirty(), told]).toEqual([true, 2]);
  gone();
  store.set('lines', '');
  expect([forms.all().length, forms.isDirty(), told]).toEqual([0, false, 3]);
});
