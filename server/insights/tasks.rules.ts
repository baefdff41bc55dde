import type { ChannelState } from '#contract/channels.ts';
import type { NextTask } from '#contract/insights.ts';
import type { PayeeFault } from '#contract/shared/payees.ts';

export type ChannelFacts = {
  slug: string;
  title: string;
  state: ChannelState;
  /** The team sent it back and the organizer has not answered yet. */
  sentBack: boolean;
  hasIban: boolean;
  /** Why money of it waits, or came back: nothing can be sent as things stand. */
  stuck: PayeeFault | null;
};
export type ProductFacts = {
  slug: string;
  title: string;
  channel: string;
  status: 'draft' | 'published' | 'private';
  hasSessions: boolean;
};

/** More than this would be a list of reproaches. */
const mostTasks = 5;

/** What an organizer does next, the most pressing first. */
export function nextTasks(
  channels: readonly ChannelFacts[],
  products: readonly ProductFacts[],
): NextTask[] {
  const open = channels.filter(({ state }) => state !== 'banned');
  if (open.length === 0)
    return [{ task: 'create_channel', channel: null, product: null, title: '' }];
  const tasks = [
    ...open.flatMap((channel) => (channel.stuck ? [unstick(channel, channel.stuck)] : [])),
    ...open.flatMap((channel) => channelTasks(channel)),
    ...productTasks(open, products),
    ...open.filter(needsIban).map((channel) => taskOf('add_iban', channel)),
  ];
  return tasks.slice(0, mostTasks);
}

const taskOf = (task: NextTask['task'], { slug, title }: ChannelFacts): NextTask => ({
  task,
  channel: slug,
  product: null,
  title,
});

/** Nothing can be paid out to a published channel that has no account. */
const needsIban = ({ state, hasIban, stuck }: ChannelFacts) =>
  state === 'published' && !hasIban && !stuck;

function unstick(channel: ChannelFacts, fault: PayeeFault): NextTask {
  if (fault === 'iban_missing') return taskOf('add_iban', channel);
  return taskOf(fault === 'address_missing' ? 'add_address' : 'check_iban', channel);
}

function channelTasks(channel: ChannelFacts): NextTask[] {
  if (channel.state === 'in_review') return [taskOf('wait_for_review', channel)];
  if (channel.state !== 'draft') return [];
  return [taskOf(channel.sentBack ? 'change_channel' : 'submit_channel', channel)];
}

function productTasks(
  channels: readonly ChannelFacts[],
  products: readonly ProductFacts[],
): NextTask[] {
  const first = channels[0];
  if (products.length === 0 && first) return [taskOf('create_product', first)];
  const published = new Set(
    channels.filter(({ state }) => state === 'published').map((c) => c.slug),
  );
  return products
    .filter(({ status }) => status === 'draft')
    .flatMap(({ slug, title, channel, hasSessions }): NextTask[] => {
      const at = { channel, product: slug, title };
      if (!hasSessions) return [{ task: 'add_session', ...at }];
      return published.has(channel) ? [{ task: 'publish_product', ...at }] : [];
    });
}
