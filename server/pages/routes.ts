import { pagesContract } from '#contract/pages.ts';
import { mount } from '#server/platform/http/mount.ts';
import { findHome } from './home.queries.ts';
import { findOperator } from './operator.ts';

export const pagesRoutes = mount(pagesContract, {
  getHome: () => findHome(),
  getOperator: () => findOperator(),
});
