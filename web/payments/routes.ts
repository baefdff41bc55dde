import { route } from '@react-router/dev/routes';

export const admin = [
  route('/manage/modules/media-pay', 'payments/pages/media-pay.tsx'),
  route('/manage/modules/media-pay/notices', 'payments/pages/provider-notices.tsx'),
];
