import { route } from '@react-router/dev/routes';

export const organizer = [route('/account/affiliates', 'affiliates/pages/my-affiliates.tsx')];
