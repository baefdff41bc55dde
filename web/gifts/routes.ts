import { route } from '@react-router/dev/routes';

export const visitor = [route('/gift/:token', 'gifts/pages/gift.tsx')];
