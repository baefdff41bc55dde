import { route } from '@react-router/dev/routes';

export const organizer = [
  route('/account/salescode', 'tickets/pages/my-coupons.tsx'),
  route('/account/salescode/:id', 'tickets/pages/coupon-codes.tsx'),
];
