import { describe, expect, it } from 'vitest';
import { keepLog } from '#test/kept-log.ts';
import '#test/story.ts';
import { defineJob, enqueueNow, runKeptJobs } from './jobs.ts';

const sick = defineJob<{ orderId: string; email: string }>('sick-for-a-test', async () => {
  throw new Error('the roof leaks');
});

describe('a job that fails', () => {
  it('is said in the log with the ids it carries, and with no address', async () => {
    const lines = keepLog();
    const orderId = crypto.randomUUID();
    await enqueueNow(sick, { orderId, email: 'ana@example.test' });
    await expect(runKeptJobs()).rejects.toThrow('the roof leaks');
    expect(lines).toMatchObject([
      { level: 50, msg: 'job failed', job: 'sick-for-a-test', orderId, err: { type: 'Error' } },
    ]);
    expect(JSON.stringify(lines)).not.toContain('ana@example.test');
  });
});
