import { describe, expect, it } from 'vitest';
import type { OutputChange } from '#contract/live.ts';
import { endOfKey, isSentOn, type KeptOutput, needsKey, outputMoves } from './outputs.rules.ts';

const output: KeptOutput = {
  id: '0190a000-0000-7000-8000-000000000000',
  name: 'YouTube',
  url: 'rtmp://a.rtmp.youtube.com/live2',
  key: 'abcd-efgh-ijkl-mnop',
  isEnabled: true,
  duringRehearsals: false,
};
const off = { ...output, isEnabled: false };
const lost = { ...output, key: null };

describe('an output', () => {
  it.each<[string, KeptOutput, { show: boolean; rehearsal: boolean }]>([
    ['carries the show and no rehearsal', output, { show: true, rehearsal: false }],
    [
      'carries rehearsals too when its organizer wants it',
      { ...output, duringRehearsals: true },
      { show: true, rehearsal: true },
    ],
    [
      'carries nothing while it is off',
      { ...off, duringRehearsals: true },
      { show: false, rehearsal: false },
    ],
    ['carries nothing without its key', lost, { show: false, rehearsal: false }],
  ])('%s', (_what, given, { show, rehearsal }) => {
    expect(isSentOn(given, { isRehearsal: false })).toBe(show);
    expect(isSentOn(given, { isRehearsal: true })).toBe(rehearsal);
  });

  it.each<[string, KeptOutput, { switchOn: boolean; switchOff: boolean }]>([
    ['that is on can be switched off', output, { switchOn: false, switchOff: true }],
    ['that is off can be switched on', off, { switchOn: true, switchOff: false }],
    [
      'without its key cannot be switched on',
      { ...off, key: null },
      { switchOn: false, switchOff: false },
    ],
  ])('%s, and always be changed and removed', (_what, given, can) => {
    expect(outputMoves(given)).toEqual({ ...can, change: true, remove: true });
  });
});

describe('the key of an output', () => {
  it.each<[string, KeptOutput, OutputChange, boolean]>([
    ['is typed again for another server', output, { url: 'rtmp://evil.example.com/a' }, true],
    ['comes with another server', output, { url: 'rtmp://b/a', key: 'another' }, false],
    ['stays with the same server', output, { url: output.url, name: 'Tube' }, false],
    ['stays with another name', output, { name: 'Tube' }, false],
    ['is typed again when it is lost, before it is switched on', lost, { enabled: true }, true],
    ['is not needed to switch off', lost, { enabled: false }, false],
  ])('%s', (_what, given, change, isNeeded) => {
    expect(needsKey(given, change)).toBe(isNeeded);
  });

  it('shows its last four characters, of one long enough to hide the rest', () => {
    expect(['abcd-efgh-ijkl-mnop', 'twelve-chars', 'eleven-long', null].map(endOfKey)).toEqual([
      'mnop',
      'hars',
      '',
      '',
    ]);
  });
});
