import {
  IconBroadcast,
  IconCashRegister,
  IconLayoutDashboard,
  IconMailSearch,
  IconPlus,
  IconSettings,
  IconTicket,
  IconUsers,
} from '@tabler/icons-react';
import type { WordKey } from '#web/platform/word-keys.ts';

export type NavGroup = {
  key: WordKey<'shells'>;
  items: { to: string; key: WordKey<'shells'>; icon: typeof IconPlus }[];
};

export const organizerNavigation: NavGroup[] = [
  {
    key: 'group.overview',
    items: [{ to: '/account/globalview', key: 'item.globalview', icon: IconLayoutDashboard }],
  },
  {
    key: 'group.offer',
    items: [
      { to: '/account/channels', key: 'item.channels', icon: IconBroadcast },
      { to: '/account/products/new', key: 'item.newProduct', icon: IconPlus },
    ],
  },
  {
    key: 'group.money',
    items: [{ to: '/account/sales', key: 'item.sales', icon: IconCashRegister }],
  },
];

export const adminNavigation: NavGroup[] = [
  {
    key: 'group.content',
    items: [
      { to: '/manage/products', key: 'item.products', icon: IconTicket },
      { to: '/manage/channels', key: 'item.channels', icon: IconBroadcast },
    ],
  },
  {
    key: 'group.money',
    items: [{ to: '/manage/sales', key: 'item.sales', icon: IconCashRegister }],
  },
  {
    key: 'group.people',
    items: [
      { to: '/manage/manage-users', key: 'item.users', icon: IconUsers },
      { to: '/manage/track-emails', key: 'item.emails', icon: IconMailSearch },
    ],
  },
  {
    key: 'group.site',
    items: [{ to: '/manage/config-admin', key: 'item.config', icon: IconSettings }],
  },
];
