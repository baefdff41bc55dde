import { describe, expect, it } from 'vitest';
import { type ChannelFacts, nextTasks, type ProductFacts } from './tasks.rules.ts';

const channel = (given: Partial<ChannelFacts> = {}): ChannelFacts => ({
  slug: 'cellar',
  title: 'Cellar',
  state: 'published',
  sentBack: false,
  hasIban: true,
  stuck: null,
  ...given,
});
const product = (given: Partial<ProductFacts> = {}): ProductFacts => ({
  slug: 'night',
  title: 'Night',
  channel: 'cellar',
  status: 'draft',
  hasSessions: true,
  ...given,
});
const tasks = (channels: ChannelFacts[], products: ProductFacts[] = []) =>
  nextTasks(channels, products).map(({ task, channel, product }) =>
    [task, channel, product].filter(Boolean).join(' '),
  );

describe('what an organizer does next', () => {
  it('begins with a channel', () => {
    expect(tasks([])).toEqual(['create_channel']);
    expect(tasks([channel({ state: 'banned' })])).toEqual(['create_channel']);
  });

  it('goes on with review, and the first product meanwhile', () => {
    expect(tasks([channel({ state: 'draft' })])).toEqual([
      'submit_channel cellar',
      'create_product cellar',
    ]);
    expect(tasks([channel({ state: 'in_review' })])).toEqual([
      'wait_for_review cellar',
      'create_product cellar',
    ]);
  });

  it('is to change a channel that was sent back', () => {
    expect(tasks([channel({ state: 'draft', sentBack: true })], [product()])).toEqual([
      'change_channel cellar',
    ]);
  });

  it('is to publish what is ready, on a channel that is published', () => {
    expect(tasks([channel()], [product()])).toEqual(['publish_product cellar night']);
    expect(tasks([channel()], [product({ hasSessions: false })])).toEqual([
      'add_session cellar night',
    ]);
  });

  it('is first of all what money waits for', () => {
    const stuck = (fault: ChannelFacts['stuck'], given: Partial<ChannelFacts> = {}) =>
      tasks([channel({ ...given, stuck: fault })], [product()]);
    expect(stuck('iban_missing', { hasIban: false })).toEqual([
      'add_iban cellar',
      'publish_product cellar night',
    ]);
    expect(stuck('iban_check_digits', { state: 'draft' })).toEqual([
      'check_iban cellar',
      'submit_channel cellar',
    ]);
    expect(stuck('iban_outside_sepa')[0]).toBe('check_iban cellar');
    expect(stuck('iban_returned')[0]).toBe('check_iban cellar');
    expect(stuck('address_missing')[0]).toBe('add_address cellar');
  });

  it('is to say where the money goes', () => {
    expect(tasks([channel({ hasIban: false })], [product({ status: 'published' })])).toEqual([
      'add_iban cellar',
    ]);
  });

  it('is nothing when all is done, and never more than five things', () => {
    expect(tasks([channel()], [product({ status: 'published' })])).toEqual([]);
    const many = Array.from({ length: 9 }, (_, n) => product({ slug: `night-${n}` }));
    expect(tasks([channel()], many)).toHaveLength(5);
  });
});
