import { expect, it } from 'vitest';
import { adminNavigation, type NavGroup, organizerNavigation } from './desk-navigation.ts';
import { isHere } from './is-here.ts';

const lit = (groups: NavGroup[], pathname: string) =>
  groups.flatMap(({ items }) =>
    items.filter((place) => isHere(place, pathname)).map(({ to }) => to),
  );

it.each([
  ['/account/sales', '/account/sales'],
  ['/account/sales/payouts', '/account/sales'],
  ['/account/salescode', '/account/sales'],
  ['/account/salescode/01-ab', '/account/sales'],
  ['/account/affiliates', '/account/sales'],
  ['/account/subscribers', '/account/sales'],
  ['/account/salesopportunity', '/account/salesopportunity'],
  ['/account/products/new', '/account/products/new'],
  ['/account/channels/mine/products/show', '/account/channels'],
])('at %s an organizer’s menu shows %s, and nothing else', (pathname, place) => {
  expect(lit(organizerNavigation, pathname)).toEqual([place]);
});

it.each([
  ['/manage/sales/01-ab', '/manage/sales'],
  ['/manage/subscribers', '/manage/sales'],
  ['/manage/modules/media-pay/notices', '/manage/modules/media-pay'],
])('at %s an administrator’s menu shows %s, and nothing else', (pathname, place) => {
  expect(lit(adminNavigation, pathname)).toEqual([place]);
});
