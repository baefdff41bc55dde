import { taxesContract } from '#contract/taxes.ts';
import { mount } from '#server/platform/http/mount.ts';
import { addTaxRate } from './add-rate.ts';
import { listTaxRates, listUsualTaxRates } from './rates.queries.ts';

export const taxesRoutes = mount(taxesContract, {
  listUsualTaxRates: ({ actor, params, query }) => listUsualTaxRates(actor, params.slug, query),
  listTaxRates: () => listTaxRates(),
  addTaxRate: ({ actor, body }) => addTaxRate(actor, body),
});
