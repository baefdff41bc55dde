import { route } from '@react-router/dev/routes';

export const organizer = [
  route('/account', 'insights/pages/account-index.tsx'),
  route('/account/globalview', 'insights/pages/globalview.tsx'),
];
