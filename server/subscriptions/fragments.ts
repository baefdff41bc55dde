import { sql } from '#server/platform/database/index.ts';
import { kinds } from './subscriptions.rules.ts';

const hasSeats = sql<boolean>`exists (select from product_sessions z
  where z.product_id = p.id and z.capacity is not null and z.cancelled_at is null)`;

/** Facts of the product `p` that the rule wants. */
export const openableOf = {
  hasSeats,
  mark: sql<
    boolean | null
  >`(select m.included from subscription_marks m where m.product_id = p.id)`,
};

/** `isIncluded` of the rules, of the product `p`, by the database. */
export const isIncludedRow = sql<boolean>`(p.status = 'published' and not p.is_rehearsal
  and p.type <> all(${[...kinds.sold]}) and not ${hasSeats}
  and coalesce(${openableOf.mark}, p.type <> all(${[...kinds.dated]})))`;

/** Do the site and the channel `c` offer its subscription? */
export const isOfferedRow = sql<boolean>`(c.has_subscription and c.state = 'published'
  and (select channel_subscriptions from media_pay))`;
