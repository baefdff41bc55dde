import { route } from '@react-router/dev/routes';

/** What stands here is no screen of the product: it is shown while the setting PREVIEWS is on. */
export const pages = [
  route('/styleguide', 'previews/pages/styleguide.tsx'),
  route('/letters', 'previews/pages/letters.tsx'),
  route('/letters/:name', 'previews/pages/letters.tsx', { id: 'previews/letter' }),
];
