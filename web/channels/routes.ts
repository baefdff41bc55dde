import { route } from '@react-router/dev/routes';

export const visitor = [route('/channels/:slug', 'channels/pages/channel.tsx')];

export const organizer = [
  route('/account/channels', 'channels/pages/my-channels.tsx'),
  route('/account/channels/:channel_slug', 'channels/pages/my-channel.tsx'),
];

export const admin = [
  route('/manage/channels', 'channels/pages/manage-channels.tsx'),
  route('/manage/channels/:channel_slug', 'channels/pages/manage-channel.tsx'),
];
