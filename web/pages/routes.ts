import { route } from '@react-router/dev/routes';

export const visitor = [
  route('/', 'pages/pages/home.tsx'),
  route('/aviso-legal', 'pages/pages/aviso-legal.tsx'),
  route('*', 'pages/pages/not-found.tsx'),
];
