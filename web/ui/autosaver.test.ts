import { describe, expect, test } from 'vitest';
import { autosaver, type SaveState, type Send, stateOfAll } from './autosaver.ts';
import { formStore } from './form-store.ts';

type Show = { title: string; url: string; price: { amount: number; taxRate: number } };
const blank: Show = { title: '', url: '', price: { amount: 0, taxRate: 2100 } };
const now = () => 1000;
const isFinal = (error: unknown) => (error as Error).message === 'no more a draft';

/** A server that keeps whatever it is sent until it is told otherwise. */
function aForm(answer: () => Promise<Record<string, string>> = async () => ({})) {
  const store = formStore<Show>(blank, ['price']);
  const calls: { title: string; before: string; leaving: boolean }[] = [];
  const send: Send<Show> = ({ title }, before, { leaving }) => {
    calls.push({ title, before: before.title, leaving });
    return answer();
  };
  const ready = () => store.values().title.trim() !== '';
  return { store, calls, saver: autosaver({ store, send, ready, now, isFinal }) };
}

describe('a form that saves itself', () => {
  test('sends nothing before there is a title, and then what was typed until then', async () => {
    const { store, calls, saver } = aForm();
    store.set('url', 'https://a.example');
    expect([await saver.flush(), calls]).toEqual([true, []]);
    store.set('title', 'Hamlet');
    expect(await saver.flush()).toBe(true);
    expect(calls).toEqual([{ title: 'Hamlet', before: '', leaving: false }]);
    expect([saver.state(), store.isDirty()]).toEqual([{ is: 'saved', at: now() }, false]);
  });

  test('keeps what is typed while it is saving, and sends it after that', async () => {
    let answer = (_: Record<string, string>) => {};
    const { store, calls, saver } = aForm(() => new Promise((done) => (answer = done)));
    store.set('title', 'Ham');
    const first = saver.flush();
    store.set('title', 'Hamlet');
    const second = saver.flush();
    answer({});
    expect(await first).toBe(false);
    expect([store.get('title'), store.start().title]).toEqual(['Hamlet', 'Ham']);
    answer({});
    expect(await second).toBe(true);
    expect(calls.map(({ title, before }) => [title, before])).toEqual([
      ['Ham', ''],
      ['Hamlet', 'Ham'],
    ]);
  });

  test('what is refused for good is not sent again until it is typed otherwise', async () => {
    const { store, calls, saver } = aForm(() => Promise.reject(new Error('no more a draft')));
    store.set('title', 'Hamlet');
    expect([await saver.flush(), await saver.flush(), calls.length]).toEqual([false, false, 1]);
    store.set('title', 'Hamlet, the prince');
    expect([await saver.flush(), calls.length]).toEqual([false, 2]);
  });

  test('what did not arrive is sent again', async () => {
    const { store, calls, saver } = aForm(() => Promise.reject(new Error('no line')));
    store.set('title', 'Hamlet');
    expect([await saver.flush(), await saver.flush(), calls.length]).toEqual([false, false, 2]);
  });

  test('says what could not be kept, and sends it again only when it is typed otherwise', async () => {
    let left: Record<string, string> = { url: 'Not an address' };
    const { store, calls, saver } = aForm(async () => left);
    store.set('title', 'Hamlet');
    store.set('url', 'htt');
    await saver.flush();
    expect([store.errors(), store.draft()]).toEqual([{ url: 'Not an address' }, { url: 'htt' }]);
    await saver.flush();
    expect(calls).toHaveLength(1);
    left = {};
    store.set('url', 'https://a.example');
    await saver.flush();
    expect([calls.length, store.isDirty(), store.errors()]).toEqual([2, false, {}]);
  });

  test('loses nothing when the server cannot be reached, and tries again', async () => {
    let isDown = true;
    const { store, calls, saver } = aForm(async () => {
      if (isDown) throw new Error('down');
      return {};
    });
    store.set('title', 'Hamlet');
    expect([await saver.flush(), saver.state().is, store.draft()]).toEqual([
      false,
      'failed',
      { title: 'Hamlet' },
    ]);
    isDown = false;
    expect(await saver.flush()).toBe(true);
    expect(calls.map(({ before }) => before)).toEqual(['', '']);
  });

  test('does not wait for an answer when the page is going', async () => {
    const { store, calls, saver } = aForm(() => new Promise(() => {}));
    store.set('title', 'Ham');
    void saver.flush();
    store.set('title', 'Hamlet');
    void saver.leave();
    expect(calls.map(({ title, leaving }) => [title, leaving])).toEqual([
      ['Ham', false],
      ['Hamlet', true],
    ]);
  });
});

describe('forms inside of each other', () => {
  const idle: SaveState = { is: 'idle' };
  const saved: SaveState = { is: 'saved', at: 7 };
  const later: SaveState = { is: 'saved', at: 9 };
  const failed: SaveState = { is: 'failed', error: new Error('down') };
  const rests = (state: SaveState) => ({ state: () => state, isDue: () => false });
  const waits = (state: SaveState) => ({ state: () => state, isDue: () => true });

  test.each([
    ['nothing was typed in any', [rests(idle), rests(idle)], idle],
    ['the last one was saved', [rests(saved), rests(later), rests(idle)], later],
    ['one was typed in and not sent yet', [rests(saved), waits(idle)], { is: 'saving' }],
    ['one could not be saved', [waits(saved), waits(failed)], failed],
  ])('stand as the worst of them: %s', (_, savers, state) => {
    expect(stateOfAll(savers)).toEqual(state);
  });
});
