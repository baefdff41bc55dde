import { channelsContract } from '#contract/channels.ts';
import { mount } from '#server/platform/http/mount.ts';
import {
  getChannelPage,
  getMyChannel,
  getReviewedChannel,
  listChannels,
  listMyChannels,
} from './channels.queries.ts';
import { exportChannels } from './export-channels.ts';
import { featureChannel } from './feature-channel.ts';
import {
  approveChannel,
  banChannel,
  deactivateChannel,
  liftChannelBan,
  sendChannelBack,
  submitChannel,
} from './move-channel.ts';
import { changeChannel, createChannel } from './save-channel.ts';

export const channelsRoutes = mount(channelsContract, {
  getChannel: ({ actor, params }) => getChannelPage(actor, params.slug),
  listMyChannels: ({ actor }) => listMyChannels(actor),
  getMyChannel: ({ actor, params }) => getMyChannel(actor, params.slug),
  createChannel: ({ actor, body }) => createChannel(actor, body),
  changeChannel: ({ actor, params, body }) => changeChannel(actor, params.slug, body),
  submitChannel: ({ actor, params }) => submitChannel(actor, params.slug),
  deactivateChannel: ({ actor, params }) => deactivateChannel(actor, params.slug),
  listChannels: ({ query }) => listChannels(query),
  exportChannels: ({ actor, query, language }) => exportChannels(query, { actor, language }),
  getReviewedChannel: ({ params }) => getReviewedChannel(params.slug),
  approveChannel: ({ actor, params }) => approveChannel(actor, params.slug),
  sendChannelBack: ({ actor, params, body }) => sendChannelBack(actor, params.slug, body.reason),
  banChannel: ({ actor, params, body }) => banChannel(actor, params.slug, body.reason),
  liftChannelBan: ({ actor, params }) => liftChannelBan(actor, params.slug),
  featureChannel: ({ params, body }) => featureChannel(params.slug, body),
});
