import { describe, expect, it } from 'vitest';
import { isGiveable } from './kinds.rules.ts';

describe('a ticket', () => {
  it.each([
    [{}, true],
    [{ plan: 'free' }, false],
    [{ status: 'private' }, false],
    [{ status: 'draft' }, false],
    [{ type: 'bundle' }, false],
    [{ type: 'physical' }, false],
    [{ type: 'vod' }, true],
  ] as const)('for %o can be given to somebody else: %s', (given, can) => {
    const show = { type: 'broadcast', plan: 'paid', status: 'published' } as const;
    expect(isGiveable({ ...show, ...given })).toBe(can);
  });
});
