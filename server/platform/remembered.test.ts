import { describe, expect, it } from 'vitest';
import { config, overrideConfig } from './config.ts';
import { closeQueue, defineJob, enqueueNow, keepJobs, openQueue, runKeptJobs } from './jobs.ts';
import { forgetBy, forgetInstallation, remembered } from './remembered.ts';
import { seal, unseal } from './secrets.ts';
import { storage, useStorage } from './storage/index.ts';
import { localStorageAt } from './storage/local.ts';

describe('what a process remembers of an installation', () => {
  it('is forgotten all together', () => {
    const kept = remembered(new Map([['who', 'Ana']]));
    let told = 0;
    forgetBy(() => {
      told += 1;
    });
    expect([kept.size, told]).toEqual([1, 0]);
    forgetInstallation();
    expect([kept.size, told]).toEqual([0, 1]);
  });

  it('answers for no other one: its settings, its files and its secret are those of the next', () => {
    const { SITE_NAME } = config();
    overrideConfig({ SITE_NAME: 'Aurora', SECRET_KEY: 'of one installation alone, 32 letters' });
    const elsewhere = localStorageAt('/nowhere');
    useStorage(elsewhere);
    const sealed = seal('a stream key', 'test');
    expect(unseal(sealed, 'test')).toBe('a stream key');
    forgetInstallation();
    expect(config().SITE_NAME).toBe(SITE_NAME);
    expect(storage()).not.toBe(elsewhere);
    expect(() => unseal(sealed, 'test')).toThrow();
  });

  it('works again where the one before was stopped', async () => {
    const seen: boolean[] = [];
    const look = defineJob<object>('look-whether-we-stop', async (_nothing, stopping) => {
      seen.push(stopping.aborted);
    });
    await openQueue([]);
    await closeQueue();
    forgetInstallation();
    keepJobs();
    await enqueueNow(look, {});
    await runKeptJobs();
    expect(seen).toEqual([false]);
  });
});
