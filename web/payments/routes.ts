import { route } from '@react-router/dev/routes';

export const admin = [route('/manage/modules/media-pay', 'payments/pages/media-pay.tsx')];
