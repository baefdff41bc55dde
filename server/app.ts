import type { FastifyInstance } from 'fastify';
import { redsysOrigins } from '#contract/media-pay.ts';
import { identify, serveStopReminders } from './accounts/index.ts';
import { accountsRoutes } from './accounts/routes.ts';
import { affiliatesRoutes } from './affiliates/routes.ts';
import { setLiveNow, setOpener } from './catalog/index.ts';
import { bundlesRoutes, catalogRoutes, currenciesRoutes, pricesRoutes } from './catalog/routes.ts';
import { channelsRoutes } from './channels/routes.ts';
import { chatSockets } from './chat/index.ts';
import { donationsRoutes } from './donations/routes.ts';
import { giftsRoutes } from './gifts/routes.ts';
import { insightsRoutes } from './insights/routes.ts';
import { serveWidget, withKeys } from './integrations/index.ts';
import { apiKeysRoutes, integrationsRoutes, widgetsRoutes } from './integrations/routes.ts';
import { offeredSeats, placeOfOrder, serveLeadLinks } from './leads/index.ts';
import { interestRoutes, leadsRoutes } from './leads/routes.ts';
import { broadcastSockets, liveViewers, serveBroadcasts } from './live/index.ts';
import { liveRoutes, playoutsRoutes, recordingsRoutes, relayToNodes } from './live/routes.ts';
import { hearOfAssets, serveAssets, serveMedia } from './media/index.ts';
import { assetsRoutes, mediaRoutes } from './media/routes.ts';
import { serveImages } from './media/serve-images.ts';
import { serveUploads } from './media/serve-uploads.ts';
import { hearNotices } from './notices/index.ts';
import { noticesRoutes, serveGraphql } from './notices/routes.ts';
import { pagesRoutes, serveFinding, serveInstallable } from './pages/routes.ts';
import {
  mediaPayRoutes,
  paymentsRoutes,
  providerEventsRoutes,
  serveCallbacks,
} from './payments/routes.ts';
import { payoutsOfOrder } from './payouts/index.ts';
import { myPayoutsRoutes, payoutsRoutes } from './payouts/routes.ts';
import { serveBrand } from './platform/brand/serve-brand.ts';
import { buildHttp } from './platform/http/app.ts';
import { publishHealth } from './platform/http/health.ts';
import type { Mounted } from './platform/http/mount.ts';
import { hearOfChanges, mountWebPages } from './platform/http/web-pages.ts';
import { openSockets } from './platform/live.ts';
import { playerSockets, registerWatchCheck } from './player/index.ts';
import { playerRoutes } from './player/routes.ts';
import { previewsRoutes } from './previews/routes.ts';
import { setReactions } from './reactions.ts';
import { rehearsalsRoutes } from './rehearsals/routes.ts';
import { setOfferedSeats, setOrderTraces } from './sales/index.ts';
import {
  cartRoutes,
  monthsRoutes,
  ordersRoutes,
  refundsRoutes,
  salesRoutes,
  siteOrdersRoutes,
  soldOrderRoutes,
} from './sales/routes.ts';
import { shipmentsRoutes, shippingRoutes } from './shipments/routes.ts';
import { forgetConfig } from './site/index.ts';
import { clockRoutes, ratesRoutes, siteRoutes } from './site/routes.ts';
import { openerOfRow } from './subscriptions/index.ts';
import { siteSubscriptionRoutes, subscriptionsRoutes } from './subscriptions/routes.ts';
import { taxesRoutes } from './taxes/routes.ts';
import { ticketsRoutes } from './tickets/routes.ts';

/** The areas with what they answer, lowest first. */
export const areas: Mounted[] = [
  siteRoutes,
  ratesRoutes,
  clockRoutes,
  accountsRoutes,
  paymentsRoutes,
  mediaPayRoutes,
  providerEventsRoutes,
  mediaRoutes,
  assetsRoutes,
  noticesRoutes,
  channelsRoutes,
  catalogRoutes,
  currenciesRoutes,
  pricesRoutes,
  bundlesRoutes,
  subscriptionsRoutes,
  siteSubscriptionRoutes,
  taxesRoutes,
  pagesRoutes,
  ticketsRoutes,
  donationsRoutes,
  affiliatesRoutes,
  giftsRoutes,
  shippingRoutes,
  shipmentsRoutes,
  ordersRoutes,
  cartRoutes,
  salesRoutes,
  soldOrderRoutes,
  refundsRoutes,
  monthsRoutes,
  siteOrdersRoutes,
  liveRoutes,
  recordingsRoutes,
  playoutsRoutes,
  playerRoutes,
  rehearsalsRoutes,
  payoutsRoutes,
  myPayoutsRoutes,
  interestRoutes,
  leadsRoutes,
  insightsRoutes,
  integrationsRoutes,
  apiKeysRoutes,
  widgetsRoutes,
  previewsRoutes,
];

export type AppOptions = {
  /** `built`: the web as built; `dev`: by Vite, with hot reload; `none`: the API alone. */
  pages: 'built' | 'dev' | 'none';
};

/** The whole product as one HTTP application, not yet listening. */
export async function buildApp({ pages }: AppOptions): Promise<{ http: FastifyInstance }> {
  setReactions();
  serveBroadcasts();
  serveAssets();
  setLiveNow(liveViewers);
  setOfferedSeats(offeredSeats);
  setOrderTraces([placeOfOrder, payoutsOfOrder]);
  setOpener(openerOfRow);
  registerWatchCheck();
  hearNotices();
  hearOfAssets();
  hearOfChanges(forgetConfig);
  const http = await buildHttp({
    areas,
    identify: withKeys(identify),
    plugins: [
      publishHealth,
      serveBrand,
      serveStopReminders,
      serveLeadLinks,
      serveCallbacks,
      serveImages,
      serveMedia,
      relayToNodes,
      serveUploads,
      serveFinding,
      serveInstallable,
      serveWidget,
      async (app) => serveGraphql(app, identify),
      async (app) => openSockets(app, identify, [chatSockets, broadcastSockets, playerSockets]),
      async (app) =>
        pages === 'none'
          ? undefined
          : mountWebPages(app, { mode: pages, formTargets: redsysOrigins }),
    ],
  });
  return { http };
}
