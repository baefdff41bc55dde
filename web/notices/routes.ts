import { route } from '@react-router/dev/routes';

export const admin = [route('/manage/track-emails', 'notices/pages/track-emails.tsx')];
