import { describe, expect, it } from 'vitest';
import { type Broadcast, type PreflightCheck, preflightChecks } from '#contract/live.ts';
import { onAPage } from '#test/in-english.tsx';
import { Preflight } from './preflight.tsx';

type States = Partial<Record<PreflightCheck['check'], PreflightCheck['state']>>;

function verdictOf(verdict: Broadcast['preflight']['verdict'], states: States): string {
  const checks = preflightChecks.map((check) => ({ check, state: states[check] ?? 'good' }));
  const preflight = { verdict, checks, steadySeconds: 8 };
  const html = onAPage(<Preflight broadcast={{ health: null, preflight } as Broadcast} />);
  return /data-verdict="(\w+)"/.exec(html)?.[1] ?? '';
}

describe('the verdict on an encoder', () => {
  it.each([
    ['only time is missing', 'almost', { steady: 'wait' }, 'soFar'],
    ['a figure is not known yet', 'almost', { steady: 'wait', keyframes: 'wait' }, 'soFar'],
    ['something could be better', 'almost', { steady: 'wait', bitrate: 'warn' }, 'almost'],
    ['something is wrong', 'not_yet', { steady: 'wait', sound: 'bad' }, 'not_yet'],
    ['nothing comes', 'not_yet', { encoder: 'wait', steady: 'wait' }, 'waiting'],
    ['all is good', 'ready', {}, 'ready'],
  ] as const)('when %s', (_, verdict, states, said) => {
    expect(verdictOf(verdict, states)).toBe(said);
  });
});
