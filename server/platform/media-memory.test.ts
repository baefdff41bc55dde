import { execFileSync } from 'node:child_process';
import { expect, it } from 'vitest';
import { mediaMemoryFlag } from './media-memory.ts';

it('the memory of media is counted by a setting that this Node knows', () => {
  // An unknown one would be ignored, with a line that nobody reads.
  const known = execFileSync(process.execPath, ['--v8-options'], { encoding: 'utf8' });
  expect(known.split(/\s+/)).toContain(mediaMemoryFlag);
});
