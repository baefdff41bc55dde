import { instantText, now } from '#server/platform/clock.ts';
import { inTransaction } from '#server/platform/database/index.ts';
import { defineJob, enqueue, type JobKind } from '#server/platform/jobs.ts';
import { deleteFiles } from './erase-pictures.ts';
import { removeUnused } from './pictures.store.ts';

const atOnce = 500;

/**
 * Every night: pictures that were uploaded more than a day ago and stand nowhere go, with their
 * files. Whoever chose one for a form has had a day to send it.
 */
export const cleanPictures: JobKind<object> = defineJob<object>(
  'clean-pictures',
  async () => {
    const before = instantText(now().subtract({ hours: 24 }));
    await inTransaction(async (tx) => {
      const ids = await removeUnused(tx, before, atOnce);
      if (ids.length > 0) await enqueue(tx, deleteFiles, { ids });
      if (ids.length === atOnce) await enqueue(tx, cleanPictures, {});
    });
  },
  { cron: '40 3 * * *' },
);
