import { sentTypes } from '#contract/shared/product-kinds.ts';
import { containing } from '#server/platform/database/fragments.ts';
import { db, sql } from '#server/platform/database/index.ts';
import type { Actor } from '#server/platform/http/actor.ts';

/** As many as a choice shows at once: whoever wants another one types more of its title. */
const shown = 20;

/**
 * The actor's own products for which codes can be made, the newest first, by what stands in their title:
 * nobody buys a draft, and a code opens or cheapens a ticket, which what is sent has none of.
 */
export async function listForCoupons(actor: Actor, { q }: { q: string }) {
  const rows = await db()
    .selectFrom('products as p')
    .innerJoin('channels as c', 'c.id', 'p.channel_id')
    .select(['p.slug', 'p.title'])
    .where('c.owner_id', '=', actor.id)
    .where('p.is_rehearsal', '=', false)
    .where('p.status', '<>', 'draft')
    .where('p.type', 'not in', [...sentTypes])
    .$if(q !== '', (from) =>
      from.where(sql<boolean>`plain_text(p.title) like plain_text(${containing(q)})`),
    )
    .orderBy('p.created_at', 'desc')
    .orderBy('p.id', 'desc')
    .limit(shown)
    .execute();
  return { items: rows };
}
