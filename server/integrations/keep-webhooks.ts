import type { EventType, Webhook, WebhookForm, WebhookSecret } from '#contract/integrations.ts';
import { integrationLimits } from '#contract/integrations.ts';
import { instantText, now, nowText } from '#server/platform/clock.ts';
import { type Db, db, inTransaction } from '#server/platform/database/index.ts';
import { orRefuse, refuse } from '#server/platform/errors.ts';
import type { Actor } from '#server/platform/http/actor.ts';
import { failWaiting } from './deliveries.store.ts';
import { demandReceiver } from './receiver-address.ts';
import { newSecret } from './signature.ts';
import { getWebhook } from './webhooks.queries.ts';
import { overlapHours } from './webhooks.rules.ts';
import {
  changeWebhook as change,
  countWebhooks,
  deleteWebhook,
  insertWebhook,
  type Keeper,
  lockKeeper,
  lockWebhook,
  moveWebhook,
  rotateSecret,
} from './webhooks.store.ts';

const inOrder = (types: readonly EventType[]): EventType[] => [...new Set(types)];

/** Adds a receiver; its secret is told this once. Refuses WEBHOOK_ADDRESS_REFUSED and WEBHOOK_LIMIT. */
export async function createWebhook(
  actor: Actor,
  keeper: Keeper,
  form: WebhookForm,
): Promise<WebhookSecret> {
  const url = await demandReceiver(form.url);
  const secret = newSecret();
  const { description } = form;
  return inTransaction(async (tx) => {
    await lockKeeper(tx, 'webhooks', keeper);
    if ((await countWebhooks(tx, keeper)) >= integrationLimits.webhooks) refuse('WEBHOOK_LIMIT');
    const given = { url, description, types: inOrder(form.types), secret };
    const id = await insertWebhook(tx, keeper, { ...given, by: actor.id, at: nowText() });
    return { webhook: await getWebhook(tx, keeper, id), secret };
  });
}

export type WebhookChange = { [K in keyof WebhookForm]?: WebhookForm[K] | undefined } & {
  on?: boolean | undefined;
};

/** Changes a receiver of this keeper, or switches it. Refuses 404, and WEBHOOK_STATE for a switch. */
export async function changeWebhook(
  keeper: Keeper,
  id: string,
  { url, types, description, on }: WebhookChange,
): Promise<Webhook> {
  await getWebhook(db(), keeper, id);
  const place = url === undefined ? {} : { url: await demandReceiver(url) };
  return inTransaction(async (tx) => {
    const webhook = orRefuse(await lockWebhook(tx, id, keeper));
    await change(tx, id, {
      ...place,
      ...(types ? { types: inOrder(types) } : {}),
      ...(description === undefined ? {} : { description }),
    });
    if (on !== undefined && on !== (webhook.state === 'on')) await turn(tx, id, on);
    return getWebhook(tx, keeper, id);
  });
}

/** Nothing waits for one that is off: whoever switches it on again wants to hear what happens then. */
async function turn(tx: Db, id: string, on: boolean): Promise<void> {
  await moveWebhook(tx, id, on ? 'on' : 'off');
  if (!on) await failWaiting(tx, id, nowText());
}

/** Refuses 404. */
export async function removeWebhook(keeper: Keeper, id: string): Promise<undefined> {
  await inTransaction(async (tx) => {
    orRefuse(await lockWebhook(tx, id, keeper));
    await deleteWebhook(tx, id);
  });
}

/** A new secret, told this once; for a day the one before signs too. Refuses 404. */
export async function rotateWebhookSecret(keeper: Keeper, id: string): Promise<WebhookSecret> {
  const secret = newSecret();
  return inTransaction(async (tx) => {
    orRefuse(await lockWebhook(tx, id, keeper));
    const overlapUntil = instantText(now().add({ hours: overlapHours }));
    await rotateSecret(tx, id, { secret, overlapUntil });
    return { webhook: await getWebhook(tx, keeper, id), secret };
  });
}
