import { route } from '@react-router/dev/routes';

export const admin = [route('/manage/taxes', 'taxes/pages/tax-rates.tsx')];
