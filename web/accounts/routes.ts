import { route } from '@react-router/dev/routes';

export const guest = [
  route('/login', 'accounts/pages/login.tsx'),
  route('/logup', 'accounts/pages/logup.tsx'),
  route('/recovery-password', 'accounts/pages/recovery-password.tsx'),
  route('/reset-password/:resetToken', 'accounts/pages/reset-password.tsx'),
  route('/activate/:token', 'accounts/pages/activate.tsx'),
];

export const visitor = [route('/logout', 'accounts/pages/logout.tsx')];

export const member = [route('/account/my-data', 'accounts/pages/my-data.tsx')];

export const admin = [route('/manage/manage-users', 'accounts/pages/manage-users.tsx')];
