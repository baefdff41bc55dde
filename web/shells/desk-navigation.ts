import {
  IconBroadcast,
  IconCashRegister,
  IconCreditCard,
  IconLayoutDashboard,
  IconMailSearch,
  IconMasksTheater,
  IconPackage,
  IconPlus,
  IconReceiptTax,
  IconSettings,
  IconTicket,
  IconUserHeart,
  IconUsers,
  IconWebhook,
} from '@tabler/icons-react';
import type { WordKey } from '#web/platform/word-keys.ts';

export type NavPlace = {
  to: string;
  /** All addresses below this are the same place; left out, those below `to`. */
  within?: string;
  /** What one comes to from it, at addresses of their own. */
  also?: string[];
  key: WordKey<'shells'>;
  icon: typeof IconPlus;
  /** One of the four that a thumb reaches on a phone; the others are behind "more". */
  often?: true;
  /** In the bar of a phone, where its whole name finds no room. */
  short?: WordKey<'shells'>;
};
export type NavGroup = { key: WordKey<'shells'>; items: NavPlace[] };

export const organizerNavigation: NavGroup[] = [
  {
    key: 'group.overview',
    items: [
      {
        to: '/account/globalview',
        key: 'item.globalview',
        short: 'item.globalviewShort',
        icon: IconLayoutDashboard,
        often: true,
      },
    ],
  },
  {
    key: 'group.offer',
    items: [
      { to: '/account/channels', key: 'item.channels', icon: IconBroadcast, often: true },
      {
        to: '/account/products/new',
        key: 'item.newProduct',
        short: 'item.newShort',
        icon: IconPlus,
        often: true,
      },
      { to: '/account/rehearsals', key: 'item.rehearsals', icon: IconMasksTheater },
    ],
  },
  {
    key: 'group.money',
    items: [
      {
        to: '/account/sales',
        also: ['/account/salescode', '/account/affiliates', '/account/subscribers'],
        key: 'item.sales',
        icon: IconCashRegister,
        often: true,
      },
      { to: '/account/shipments', key: 'item.shipments', icon: IconPackage },
      { to: '/account/salesopportunity', key: 'item.leads', icon: IconUserHeart },
      { to: '/account/integrations', key: 'item.integrations', icon: IconWebhook },
    ],
  },
];

export const adminNavigation: NavGroup[] = [
  {
    key: 'group.content',
    items: [
      { to: '/manage/products', key: 'item.products', icon: IconTicket, often: true },
      { to: '/manage/channels', key: 'item.channels', icon: IconBroadcast, often: true },
    ],
  },
  {
    key: 'group.money',
    items: [
      {
        to: '/manage/sales',
        also: ['/manage/subscribers'],
        key: 'item.sales',
        icon: IconCashRegister,
        often: true,
      },
      { to: '/manage/leads', key: 'item.leads', icon: IconUserHeart },
      { to: '/manage/modules/media-pay', key: 'item.payments', icon: IconCreditCard },
      { to: '/manage/taxes', key: 'item.taxes', icon: IconReceiptTax },
    ],
  },
  {
    key: 'group.people',
    items: [
      { to: '/manage/manage-users', key: 'item.users', icon: IconUsers, often: true },
      { to: '/manage/track-emails', key: 'item.emails', icon: IconMailSearch },
    ],
  },
  {
    key: 'group.site',
    items: [
      { to: '/manage/config-admin', key: 'item.config', icon: IconSettings },
      { to: '/manage/integrations', key: 'item.integrations', icon: IconWebhook },
    ],
  },
];
