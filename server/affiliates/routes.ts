import { affiliatesContract } from '#contract/affiliates.ts';
import { mount } from '#server/platform/http/mount.ts';
import { listAffiliates, listNames } from './affiliates.queries.ts';
import { listChoices } from './choices.queries.ts';
import { exportAffiliates } from './export-affiliates.ts';
import { changeState, createAffiliate, renameAffiliate } from './keep-affiliate.ts';
import { noteVisit } from './note-visit.ts';

export const affiliatesRoutes = mount(affiliatesContract, {
  noteVisit: ({ body }) => noteVisit(body),
  listAffiliates: ({ actor, query }) => listAffiliates(actor, query),
  exportAffiliates: ({ actor, query, language }) => exportAffiliates(query, { actor, language }),
  listAffiliateChoices: async ({ actor }) => ({ items: await listChoices(actor.id) }),
  listAffiliateNames: async ({ actor }) => ({ items: await listNames(actor.id) }),
  listAllAffiliateNames: async () => ({ items: await listNames(null) }),
  createAffiliate: ({ actor, body }) => createAffiliate(actor, body),
  renameAffiliate: ({ actor, params, body }) => renameAffiliate(actor, params.id, body.name),
  moveAffiliate: ({ actor, params, body }) => changeState(actor, params.id, body),
});
