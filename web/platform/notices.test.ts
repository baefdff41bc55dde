import { beforeEach, expect, it } from 'vitest';
import { dismissNotice, noticeList, notify } from './notices.ts';

beforeEach(() => {
  for (const { id } of noticeList.read()) dismissNotice(id);
});
const shown = () => noticeList.read().map(({ message }) => message);

it('two notices stand at once, the newest last', () => {
  for (const message of ['one', 'two', 'three', 'four']) notify({ message });
  expect(shown()).toEqual(['three', 'four']);
});

it('the same notice does not stand twice, and is said anew', () => {
  notify({ message: 'Saved.' });
  const [{ id } = { id: 0 }] = noticeList.read();
  notify({ message: 'Copied.' });
  notify({ message: 'Saved.' });
  expect(shown()).toEqual(['Copied.', 'Saved.']);
  expect(noticeList.read().at(-1)?.id).toBeGreaterThan(id);
});
