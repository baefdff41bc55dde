import { apiKeysContract } from '#contract/api-keys.ts';
import { integrationsContract } from '#contract/integrations.ts';
import { widgetsContract } from '#contract/widgets.ts';
import { db } from '#server/platform/database/index.ts';
import type { Actor } from '#server/platform/http/actor.ts';
import { mount } from '#server/platform/http/mount.ts';
import { listApiKeys } from './api-keys.queries.ts';
import {
  changeWebhook,
  createWebhook,
  removeWebhook,
  rotateWebhookSecret,
} from './keep-webhooks.ts';
import { createApiKey, revokeApiKey } from './make-api-key.ts';
import { saveWidget } from './save-widget.ts';
import { resendDelivery, sendTest } from './send-by-hand.ts';
import { getDelivery, listDeliveries, listHealth, listWebhooks } from './webhooks.queries.ts';
import { listWidgets } from './widgets.queries.ts';

const own = ({ id }: Actor) => ({ ownerId: id });
const site = { ownerId: null };

export const integrationsRoutes = mount(integrationsContract, {
  listWebhooks: ({ actor }) => listWebhooks(own(actor)),
  createWebhook: ({ actor, body }) => createWebhook(actor, own(actor), body),
  changeWebhook: ({ actor, params, body }) => changeWebhook(own(actor), params.id, body),
  deleteWebhook: ({ actor, params }) => removeWebhook(own(actor), params.id),
  rotateWebhookSecret: ({ actor, params }) => rotateWebhookSecret(own(actor), params.id),
  testWebhook: ({ actor, params }) => sendTest(own(actor), params.id),
  listDeliveries: ({ actor, params, query }) => listDeliveries(own(actor), params.id, query),
  getDelivery: ({ actor, params }) => getDelivery(db(), own(actor), params),
  resendDelivery: ({ actor, params }) => resendDelivery(own(actor), params),
  listSiteWebhooks: () => listWebhooks(site),
  createSiteWebhook: ({ actor, body }) => createWebhook(actor, site, body),
  changeSiteWebhook: ({ params, body }) => changeWebhook(site, params.id, body),
  deleteSiteWebhook: ({ params }) => removeWebhook(site, params.id),
  rotateSiteWebhookSecret: ({ params }) => rotateWebhookSecret(site, params.id),
  testSiteWebhook: ({ params }) => sendTest(site, params.id),
  listSiteDeliveries: ({ params, query }) => listDeliveries(site, params.id, query),
  getSiteDelivery: ({ params }) => getDelivery(db(), site, params),
  resendSiteDelivery: ({ params }) => resendDelivery(site, params),
  listWebhookHealth: ({ query }) => listHealth(query),
});

export const apiKeysRoutes = mount(apiKeysContract, {
  listApiKeys: ({ actor }) => listApiKeys(actor),
  createApiKey: ({ actor, body }) => createApiKey(actor, body),
  revokeApiKey: ({ actor, params }) => revokeApiKey(actor, params.id),
});

export const widgetsRoutes = mount(widgetsContract, {
  listWidgets: ({ actor }) => listWidgets(actor),
  saveWidget: ({ actor, params, body }) => saveWidget(actor, params.slug, body),
});
