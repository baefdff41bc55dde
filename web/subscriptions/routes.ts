import { route } from '@react-router/dev/routes';

export const member = [
  route('/subscribe', 'subscriptions/pages/subscribe-site.tsx'),
  route('/channels/:slug/subscribe', 'subscriptions/pages/subscribe.tsx'),
  route('/mystuff/subscriptions', 'subscriptions/pages/mystuff-subscriptions.tsx'),
  route('/mystuff/subscriptions/:id/pay', 'subscriptions/pages/pay-month.tsx'),
];

export const organizer = [route('/account/subscribers', 'subscriptions/pages/my-subscribers.tsx')];

export const admin = [route('/manage/subscribers', 'subscriptions/pages/manage-subscribers.tsx')];
