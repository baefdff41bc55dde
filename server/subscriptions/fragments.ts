import { sql } from '#server/platform/database/index.ts';
import { kinds } from './subscriptions.rules.ts';

const hasSeats = sql<boolean>`exists (select from product_sessions z
  where z.product_id = p.id and z.capacity is not null and z.cancelled_at is null)`;

/** Has the organizer given the product `p` to the subscription to the site? */
export const isMarkedRow = sql<boolean>`exists (select from site_marks m where m.product_id = p.id)`;

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

/** `isInSite` of the rules, of the product `p`, by the database; of channels that everybody sees. */
export const isInSiteRow = sql<boolean>`(p.status = 'published' and not p.is_rehearsal
  and p.type <> all(${[...kinds.sold]}) and not ${hasSeats} and ${isMarkedRow})`;

/** Do the site and the channel `c` offer its subscription? */
export const isOfferedRow = sql<boolean>`(c.has_subscription and c.state = 'published'
  and (select channel_subscriptions from media_pay))`;

/** Is the site sold at all, be it by the month, by the year or once? From `media_pay`. */
export const isSiteOffered = sql<boolean>`(channel_subscriptions and platform_period <> 'off')`;

/**
 * Is the subscription `s` offered still, to the channel `c` or, without one, to the site? Whoever has the
 * site by the month goes on so while it is sold at all, also where others buy it by the year.
 */
export const isStillOfferedRow = sql<boolean>`(case when s.channel_id is not null then ${isOfferedRow}
  else (select ${isSiteOffered} from media_pay) end)`;

/** What the channel `c` of a subscription asks now or, where it has none, the settings `m` for the site. */
export const askedOf = {
  net: sql<number>`coalesce(c.subscription_net, m.platform_net)`,
  rate: sql<number>`coalesce(c.subscription_tax_rate, m.platform_tax_rate)`,
};
