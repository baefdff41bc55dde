import { describe, expect, it } from 'vitest';
import { closeAll, closeAtEnd } from './closing.ts';

describe('what a test file has opened', () => {
  it('is closed, the last first, though one of it cannot be closed; that is told', async () => {
    const closed: string[] = [];
    closeAtEnd(() => void closed.push('first'));
    closeAtEnd(async () => {
      throw new Error('it hangs');
    });
    closeAtEnd(async () => closed.push('last'));
    await expect(closeAll()).rejects.toThrow('it hangs');
    expect(closed).toEqual(['last', 'first']);
    await expect(closeAll()).resolves.toBeUndefined();
  });
});
