import type { Db } from '#server/platform/database/index.ts';
import { deleteKeysOf } from './api-keys.store.ts';
import { deleteWebhooksOf } from './webhooks.store.ts';

/** The account was deleted: nobody asks in its name any more, and nobody hears of it. */
export async function forgetIntegrationsOf(tx: Db, { userId }: { userId: string }): Promise<void> {
  await deleteKeysOf(tx, userId);
  await deleteWebhooksOf(tx, userId);
}
