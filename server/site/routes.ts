import { ratesContract } from '#contract/rates.ts';
import { clockContract, siteContract } from '#contract/site.ts';
import { nowText } from '#server/platform/clock.ts';
import { mount } from '#server/platform/http/mount.ts';
import { findConfig } from './config.queries.ts';
import { listRates } from './rates.queries.ts';
import { saveConfig } from './save-config.ts';
import { importRates, removeRate, saveRate } from './save-rates.ts';

export const siteRoutes = mount(siteContract, {
  getConfig: () => findConfig(),
  saveConfig: ({ actor, body }) => saveConfig(actor, body),
});

export const clockRoutes = mount(clockContract, {
  getTime: () => ({ now: nowText() }),
});

export const ratesRoutes = mount(ratesContract, {
  listRates: () => listRates(),
  saveRate: ({ actor, body }) => saveRate(actor, body),
  removeRate: ({ actor, params }) => removeRate(actor, params),
  importRates: ({ actor, body }) => importRates(actor, body.file),
});
