import { route } from '@react-router/dev/routes';

export const visitor = [route('/rehearsals/:token', 'rehearsals/pages/invitation.tsx')];

export const organizer = [
  route('/account/rehearsals', 'rehearsals/pages/my-rooms.tsx'),
  route('/account/rehearsals/:slug', 'rehearsals/pages/my-room.tsx'),
];
