import { insightsContract } from '#contract/insights.ts';
import { mount } from '#server/platform/http/mount.ts';
import { hideFirstSteps } from './hide-first-steps.ts';
import { findOverview } from './overview.queries.ts';
import { findSeries } from './series.queries.ts';

export const insightsRoutes = mount(insightsContract, {
  getOverview: ({ actor, language }) => findOverview(actor, language),
  getSeries: ({ actor, query }) => findSeries(actor, query),
  hideFirstSteps: ({ actor, body }) => hideFirstSteps(actor, body.hidden),
});
