import { insightsContract } from '#contract/insights.ts';
import { mount } from '#server/platform/http/mount.ts';
import { hideFirstSteps } from './hide-first-steps.ts';
import { findOverview } from './overview.queries.ts';

export const insightsRoutes = mount(insightsContract, {
  getOverview: ({ actor, language }) => findOverview(actor, language),
  hideFirstSteps: ({ actor, body }) => hideFirstSteps(actor, body.hidden),
});
