import { route } from '@react-router/dev/routes';

/** What the subscription to the site opens is looked at before one has an account. */
export const visitor = [route('/subscribe', 'subscriptions/pages/subscribe-site.tsx')];

export const member = [
  route('/channels/:slug/subscribe', 'subscriptions/pages/subscribe.tsx'),
  route('/mystuff/subscriptions', 'subscriptions/pages/mystuff-subscriptions.tsx'),
  route('/mystuff/subscriptions/:id/pay', 'subscriptions/pages/pay-month.tsx'),
  route('/mystuff/subscriptions/:id/card', 'subscriptions/pages/change-card.tsx'),
];

export const organizer = [route('/account/subscribers', 'subscriptions/pages/my-subscribers.tsx')];

export const admin = [route('/manage/subscribers', 'subscriptions/pages/manage-subscribers.tsx')];
