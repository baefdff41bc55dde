/** The sitemap: every address of the product, by the frame it is shown in. */
import { layout, type RouteConfig } from '@react-router/dev/routes';
import * as accounts from '#web/accounts/routes.ts';
import * as affiliates from '#web/affiliates/routes.ts';
import * as catalog from '#web/catalog/routes.ts';
import * as channels from '#web/channels/routes.ts';
import * as gifts from '#web/gifts/routes.ts';
import * as insights from '#web/insights/routes.ts';
import * as integrations from '#web/integrations/routes.ts';
import * as leads from '#web/leads/routes.ts';
import * as notices from '#web/notices/routes.ts';
import * as pages from '#web/pages/routes.ts';
import * as payments from '#web/payments/routes.ts';
import * as payouts from '#web/payouts/routes.ts';
import * as player from '#web/player/routes.ts';
import * as previews from '#web/previews/routes.ts';
import * as rehearsals from '#web/rehearsals/routes.ts';
import * as sales from '#web/sales/routes.ts';
import * as shipments from '#web/shipments/routes.ts';
import * as site from '#web/site/routes.ts';
import * as subscriptions from '#web/subscriptions/routes.ts';
import * as taxes from '#web/taxes/routes.ts';
import * as tickets from '#web/tickets/routes.ts';

export default [
  // Rendered on the server, the same for everyone
  layout('shells/visitor.tsx', [
    ...pages.visitor,
    ...catalog.visitor,
    ...channels.visitor,
    ...gifts.visitor,
    ...subscriptions.visitor,
    ...rehearsals.visitor,
    ...accounts.visitor,
  ]),
  // Logged out only
  layout('shells/guest.tsx', accounts.guest),
  // Logged in
  layout('shells/member.tsx', [...sales.member, ...subscriptions.member, ...accounts.member]),
  layout('shells/stage.tsx', player.stage),
  // The desk, role PRODUCER
  layout('shells/organizer.tsx', [
    ...insights.organizer,
    ...channels.organizer,
    ...catalog.organizer,
    ...rehearsals.organizer,
    ...shipments.organizer,
    ...sales.organizer,
    ...tickets.organizer,
    ...affiliates.organizer,
    ...subscriptions.organizer,
    ...payouts.organizer,
    ...leads.organizer,
    ...integrations.organizer,
  ]),
  // The desk, role ADMIN
  layout('shells/administrator.tsx', [
    ...catalog.admin,
    ...channels.admin,
    ...sales.admin,
    ...subscriptions.admin,
    ...payouts.admin,
    ...leads.admin,
    ...accounts.admin,
    ...payments.admin,
    ...taxes.admin,
    ...site.admin,
    ...notices.admin,
    ...integrations.admin,
  ]),
  // For whoever builds the product, while PREVIEWS is on
  layout('shells/previews.tsx', previews.pages),
] satisfies RouteConfig;
