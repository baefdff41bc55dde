import { clockContract, siteContract } from '#contract/site.ts';
import { nowText } from '#server/platform/clock.ts';
import { mount } from '#server/platform/http/mount.ts';
import { findConfig } from './config.queries.ts';
import { saveConfig } from './save-config.ts';

export const siteRoutes = mount(siteContract, {
  getConfig: () => findConfig(),
  saveConfig: ({ actor, body }) => saveConfig(actor, body),
});

export const clockRoutes = mount(clockContract, {
  getTime: () => ({ now: nowText() }),
});
