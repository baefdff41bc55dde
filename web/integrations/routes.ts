import { route } from '@react-router/dev/routes';

export const organizer = [route('/account/integrations', 'integrations/pages/my-integrations.tsx')];

export const admin = [route('/manage/integrations', 'integrations/pages/manage-integrations.tsx')];
