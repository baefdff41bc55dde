import { route } from '@react-router/dev/routes';

export const organizer = [route('/account/sales/payouts', 'payouts/pages/my-payouts.tsx')];

export const admin = [route('/manage/sales/payouts', 'payouts/pages/manage-payouts.tsx')];
