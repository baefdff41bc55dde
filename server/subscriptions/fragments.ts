import type { Opening } from '#contract/shared/product-kinds.ts';
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

/** Is it something that can be watched without a seat? */
const isOpenable = sql<boolean>`(not p.is_rehearsal and p.type <> all(${[...kinds.sold]}) and not ${hasSeats})`;

/** Has the organizer taken it into the subscription of its channel, or let it be so by its kind? */
const isTakenIn = sql<boolean>`coalesce(${openableOf.mark}, p.type <> all(${[...kinds.dated]}))`;

/** `isIncluded` of the rules, of the product `p`, by the database. */
export const isIncludedRow = sql<boolean>`(p.status = 'published' and ${isOpenable} and ${isTakenIn})`;

/** `isInSite` of the rules, of the product `p`, by the database; of channels that everybody sees. */
export const isInSiteRow = sql<boolean>`(p.status = 'published' and ${isOpenable} and ${isMarkedRow})`;

/** Do the site and the channel `c` offer its subscription? */
export const isOfferedRow = sql<boolean>`(c.has_subscription and c.state = 'published'
  and (select channel_subscriptions from media_pay))`;

/** Is the site sold at all, be it by the month, by the year or once? From `media_pay`. */
export const isSiteOffered = sql<boolean>`(channel_subscriptions and platform_period <> 'off')`;

/**
 * What subscription on offer opens the product `p` of the channel `c`, or will as soon as it is
 * published; null: none.
 */
export const openerOfRow = sql<Opening | null>`(case
  when ${isOfferedRow} and ${isOpenable} and ${isTakenIn} then 'channel'
  when c.state = 'published' and ${isOpenable} and ${isMarkedRow}
    and (select ${isSiteOffered} from media_pay) then 'site' end)`;

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

/**
 * How an order for a month stands with its subscription: `due`, that goes on and is charged for it ·
 * `left`, it would be a month of none yet · `over`, it can buy nothing, be it since the subscription was
 * cancelled: who changes their mind has it `due` again.
 */
export type OrderedMonth = { is: 'due' | 'left' | 'over'; subscriptionId: string | null };

/** The same of the order with this alias, which is one for a month. `order` is SQL of our own. */
export const orderedMonthOf = (order: 'o' | 'orders') => sql<OrderedMonth>`(
  select jsonb_build_object('subscriptionId', s.id, 'is', case
    when s.state in ('ended', 'cancelled') or not (case when c.id is not null then ${isOfferedRow}
      else (select ${isSiteOffered} from media_pay) end) then 'over'
    when s.state in ('active', 'past_due') then 'due' else 'left' end)
  from (select ${sql.ref(`${order}.id`)} id, ${sql.ref(`${order}.channel_id`)} channel_id) one
    left join channels c on c.id = one.channel_id
    left join subscription_periods d on d.order_id = one.id
    left join subscriptions s on s.id = d.subscription_id)`;
