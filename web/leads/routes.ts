import { route } from '@react-router/dev/routes';

export const organizer = [route('/account/salesopportunity', 'leads/pages/my-leads.tsx')];

export const admin = [route('/manage/leads', 'leads/pages/manage-leads.tsx')];
