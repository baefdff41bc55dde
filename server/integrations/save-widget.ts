import type { Widget, WidgetForm } from '#contract/widgets.ts';
import { findOwnChannel } from '#server/channels/index.ts';
import { nowText } from '#server/platform/clock.ts';
import { db } from '#server/platform/database/index.ts';
import { orRefuse, refuse } from '#server/platform/errors.ts';
import type { Actor } from '#server/platform/http/actor.ts';
import { frameOrigin } from './widget-domains.rules.ts';
import { shownProducts } from './widgets.queries.ts';
import { writeDomains } from './widgets.store.ts';

/** Sets who may frame the shows of a channel of the actor. Refuses 404, and a domain that is none. */
export async function saveWidget(actor: Actor, slug: string, form: WidgetForm): Promise<Widget> {
  const { id, title } = orRefuse(await findOwnChannel(db(), actor, slug));
  const origins = form.domains.map((typed) => frameOrigin(typed));
  if (origins.includes(null)) refuse('VALIDATION', { fields: { domains: 'not_a_domain' } });
  const domains = [...new Set(origins as string[])];
  await writeDomains(db(), id, { domains, by: actor.id, at: nowText() });
  const products = (await shownProducts(db(), [id])).get(id) ?? [];
  return { channel: { slug, title }, domains, products, can: { edit: true } };
}
