import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest';
import { draftsOf, forgetDrafts } from './drafts.ts';

/** The browser's storage, as far as drafts use it: its keys are its own properties. */
const aStorage = () =>
  Object.create({
    getItem(this: Record<string, string>, key: string) {
      return this[key] ?? null;
    },
    setItem(this: Record<string, string>, key: string, text: string) {
      this[key] = text;
    },
    removeItem(this: Record<string, string>, key: string) {
      delete this[key];
    },
  });

beforeEach(() => void vi.stubGlobal('sessionStorage', aStorage()));
afterEach(() => vi.unstubAllGlobals());

describe('the drafts of a tab', () => {
  test('are found again by whoever typed them', () => {
    draftsOf('ana').keep('product:new', { title: 'Hamlet' });
    expect(draftsOf('ana').find('product:new')).toEqual({ title: 'Hamlet' });
    draftsOf('ana').forget('product:new');
    expect(draftsOf('ana').find('product:new')).toBeNull();
  });

  test('are not found by the next person, logged in or not', () => {
    draftsOf('ana').keep('product:new', { title: 'Hamlet' });
    expect(draftsOf('bea').find('product:new')).toBeNull();
    expect(draftsOf(null).find('product:new')).toBeNull();
  });

  test('are gone after a log-out, and nothing else of the tab is', () => {
    draftsOf('ana').keep('product:new', { title: 'Hamlet' });
    draftsOf(null).keep('logup', { name: 'Ana' });
    sessionStorage.setItem('something.else', 'stays');
    forgetDrafts();
    expect(draftsOf('ana').find('product:new')).toBeNull();
    expect(draftsOf(null).find('logup')).toBeNull();
    expect(sessionStorage.getItem('something.else')).toBe('stays');
  });

  test('are lost, and the form goes on, in a browser that keeps nothing', () => {
    vi.stubGlobal('sessionStorage', undefined);
    draftsOf('ana').keep('product:new', { title: 'Hamlet' });
    forgetDrafts();
    expect(draftsOf('ana').find('product:new')).toBeNull();
  });
});
