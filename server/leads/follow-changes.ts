import { afterCommit, type Db } from '#server/platform/database/index.ts';
import { enqueueSoon } from '#server/platform/jobs.ts';
import { followLinesJob } from './jobs.ts';
import { tellInterested } from './tell-interested.ts';

/** A product was published or changed: there may be seats for whoever waits, and news for whoever asked. */
export async function followProduct(tx: Db): Promise<void> {
  afterCommit(tx, () => {
    enqueueSoon(followLinesJob);
    enqueueSoon(tellInterested);
  });
}
