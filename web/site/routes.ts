import { route } from '@react-router/dev/routes';

export const admin = [
  route('/manage/config-admin', 'site/pages/config-admin.tsx'),
  route('/manage/config-admin/currencies', 'site/pages/currency-rates.tsx'),
];
