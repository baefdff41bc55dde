import type { PushSubscriptionForm } from '#contract/notices.ts';
import { nowText } from '#server/platform/clock.ts';
import { db, inTransaction } from '#server/platform/database/index.ts';
import { refuse } from '#server/platform/errors.ts';
import type { Actor } from '#server/platform/http/actor.ts';
import { dropSubscription, keepSubscription } from '../push-subscriptions.store.ts';
import { mayBeEndpoint, mayBeKeys } from './endpoint.rules.ts';
import { isKeyOfCurve } from './sealed.ts';

/** From now on this log-in's browser is sent what its person is told. Refuses odd addresses and keys. */
export async function subscribe(actor: Actor, form: PushSubscriptionForm): Promise<void> {
  if (!mayBeEndpoint(form.endpoint)) refuse('VALIDATION', { fields: { endpoint: 'invalid' } });
  if (!mayBeKeys(form.keys) || !isKeyOfCurve(form.keys.p256dh))
    refuse('VALIDATION', { fields: { keys: 'invalid' } });
  const { id: userId, tokenDigest } = actor;
  const { endpoint, keys } = form;
  await inTransaction((tx) =>
    keepSubscription(tx, { userId, tokenDigest, endpoint, ...keys, at: nowText() }),
  );
}

/** This browser is sent nothing any more. */
export const unsubscribe = (actor: Actor, endpoint: string): Promise<void> =>
  dropSubscription(db(), { userId: actor.id, endpoint });
