import { route } from '@react-router/dev/routes';

export const stage = [route('/player/:slug', 'player/pages/player.tsx')];
