import { route } from '@react-router/dev/routes';

export const admin = [route('/manage/config-admin', 'site/pages/config-admin.tsx')];
