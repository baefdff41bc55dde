import {
  IconHome,
  IconLogin2,
  IconMasksTheater,
  IconReceipt,
  IconSearch,
  IconSettings,
  IconTicket,
  IconUserCircle,
  IconUserPlus,
  IconUsersGroup,
} from '@tabler/icons-react';
import type { Role } from '#contract/shared/roles.ts';
import type { NavPlace } from './desk-navigation.ts';

/** The places of the site, named once: bar, menu and quick access show what is here. */
export const homePlace: NavPlace = { to: '/', key: 'home', icon: IconHome };
export const searchPlace: NavPlace = {
  to: '/search-results',
  within: '/search-results',
  key: 'search.open',
  icon: IconSearch,
};

export const guestPlaces: [NavPlace, NavPlace] = [
  { to: '/login', key: 'login', icon: IconLogin2 },
  { to: '/logup', key: 'logup', icon: IconUserPlus },
];

export const mySpacePlace: NavPlace = {
  to: '/mystuff/products',
  within: '/mystuff',
  key: 'account.space',
  icon: IconTicket,
};
export const myDataPlace: NavPlace = {
  to: '/account/my-data',
  key: 'account.data',
  icon: IconUserCircle,
};
export const myOtherPlaces: NavPlace[] = [
  { to: '/mystuff/orders', key: 'account.orders', icon: IconReceipt },
  { to: '/mystuff/subscriptions', key: 'account.subscriptions', icon: IconUsersGroup },
];

export const deskDoors: (NavPlace & { role: Role })[] = [
  {
    role: 'PRODUCER',
    to: '/account/globalview',
    key: 'account.desk',
    icon: IconMasksTheater,
  },
  { role: 'ADMIN', to: '/manage/products', key: 'account.manage', icon: IconSettings },
];
