import type { Refund } from '#contract/shared/refunds.ts';
import { sql } from '#server/platform/database/index.ts';

type State = Refund['state'];

/** How much of a line has gone back, or of a bundle's parts; `line` is a row of `order_lines`. */
export const refundedOf = (line: string, states: readonly State[] = ['done', 'bounced']) =>
  sql<number>`(select coalesce(sum(b.amount), 0)::bigint from refund_lines b
    join refunds r on r.id = b.refund_id join order_lines x on x.id = b.line_id
    where (x.id = ${sql.ref(`${line}.id`)} or x.bundle_line_id = ${sql.ref(`${line}.id`)})
      and x.order_id = ${sql.ref(`${line}.order_id`)}
      and r.state = any(string_to_array(${states.join()}, ',')))`;
