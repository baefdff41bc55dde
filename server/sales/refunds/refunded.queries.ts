import type { Refund } from '#contract/shared/refunds.ts';
import { isAccepted } from '#server/gifts/index.ts';
import { sql } from '#server/platform/database/index.ts';

type State = Refund['state'];

/** How much of a line has gone back, or of a bundle's parts; `line` is a row of `order_lines`. */
export const refundedOf = (line: string, states: readonly State[] = ['done', 'bounced']) =>
  sql<number>`(select coalesce(sum(b.amount), 0)::bigint from refund_lines b
    join refunds r on r.id = b.refund_id join order_lines x on x.id = b.line_id
    where (x.id = ${sql.ref(`${line}.id`)} or x.bundle_line_id = ${sql.ref(`${line}.id`)})
      and x.order_id = ${sql.ref(`${line}.order_id`)}
      and r.state = any(string_to_array(${states.join()}, ',')))`;

/** SQL: what is left of a gift in a row `l` of `order_lines` that somebody has accepted; 0 of any other. */
export const takenOf = sql<number>`case when l.kind = 'gift' and ${isAccepted('l.id')}
  then l.total - ${refundedOf('l', ['requested', 'done', 'bounced'])} else 0 end`;

/**
 * SQL: is the money of a refund `r` that did not arrive still its buyer's? What came back is; what was
 * given up, unless it went by another refund meanwhile, or is asked for by one.
 */
export const isOwed = sql<boolean>`case r.state when 'bounced' then true when 'failed' then
  case when r.share is null then r.amount <= (select op.amount - op.refunded - coalesce((
      select sum(ox.amount) from refunds ox where ox.payment_id = op.id and ox.share is null
        and ox.state = 'requested'), 0)
    from payments op where op.id = r.payment_id)
  else not exists (select from refund_lines ob join order_lines ol on ol.id = ob.line_id
    where ob.refund_id = r.id and ob.amount > ol.total - coalesce((
      select sum(oy.amount) from refund_lines oy join refunds oz on oz.id = oy.refund_id
      where oy.line_id = ol.id and oz.state <> 'failed'), 0)) end
  else r.state = 'requested' end`;

/** SQL: did money of an order `o` not arrive that is still its buyer's? */
export const hasStranded = sql<boolean>`exists (select from refunds r where r.order_id = o.id
  and r.state in ('failed', 'bounced') and ${isOwed})`;
