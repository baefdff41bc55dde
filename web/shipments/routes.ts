import { route } from '@react-router/dev/routes';

export const organizer = [
  route('/account/shipments', 'shipments/pages/my-shipments.tsx'),
  route('/account/channels/:channel_slug/shipping', 'shipments/pages/channel-shipping.tsx'),
];
