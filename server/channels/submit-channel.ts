import { nowText } from '#server/platform/clock.ts';
import type { Db } from '#server/platform/database/index.ts';
import { refuse } from '#server/platform/errors.ts';
import { announce } from '#server/platform/facts.ts';
import type { Actor } from '#server/platform/http/actor.ts';
import { ChannelSubmitted } from './announcements.ts';
import { type ChannelStep, canStep, channelSteps, missingFields } from './channels.rules.ts';
import { type Channel, moveChannel } from './channels.store.ts';

type Taken = { step: ChannelStep; actor: Actor; reason?: string };

/** Takes one step of the table, or refuses CHANNEL_STATE. */
export async function take(
  tx: Db,
  channel: Channel,
  { step, actor, reason = '' }: Taken,
): Promise<Channel> {
  if (!canStep(channel.state, step)) refuse('CHANNEL_STATE');
  return moveChannel(tx, {
    channelId: channel.id,
    from: channel.state,
    to: channelSteps[step].to,
    reason,
    by: actor.id,
    at: nowText(),
  });
}

/** A complete draft goes to the team, or is refused with every field that is missing. */
export async function submit(tx: Db, actor: Actor, draft: Channel): Promise<Channel> {
  if (!canStep(draft.state, 'submit')) refuse('CHANNEL_STATE');
  const missing = missingFields(draft);
  if (missing.length > 0) refuse('CHANNEL_INCOMPLETE', { fields: asMissing(missing) });
  const channel = await take(tx, draft, { step: 'submit', actor });
  await announce(tx, ChannelSubmitted, { channelId: channel.id });
  return channel;
}

/** `billing.taxId` … as faults of the fields. */
export const asMissing = (paths: readonly string[]) =>
  Object.fromEntries(paths.map((path) => [path, 'required' as const]));
