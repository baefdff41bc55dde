import { mayAct } from '#server/accounts/index.ts';
import { instantOf } from '#server/platform/database/fragments.ts';
import { type Db, sql } from '#server/platform/database/index.ts';
import type { UnfinishedLetter } from './unfinished.rules.ts';

export type Unfinished = {
  orderId: string;
  userId: string;
  channelId: string;
  productId: string;
  sessionId: string | null;
  /** That was typed in the checkout. */
  code: string | null;
  consentedAt: string;
};

/**
 * Orders that ended unpaid within a stretch of time and were the last word of their buyer about the
 * product, who agreed to be written to and has not had this letter: no order came after it, and no
 * ticket. Whether the choice can still be bought is not looked at here.
 */
export async function listUnfinished(
  db: Db,
  letter: UnfinishedLetter,
  { after, until }: { after: string; until: string },
): Promise<Unfinished[]> {
  const { rows } = await sql<Unfinished>`
    select distinct on (o.buyer_id, l.product_id)
      o.id as "orderId", o.buyer_id as "userId", p.channel_id as "channelId",
      l.product_id as "productId", l.session_id as "sessionId", l.coupon_code as code,
      ${instantOf('u.unfinished_letters_at')} as "consentedAt"
    from orders o join order_lines l on l.order_id = o.id join products p on p.id = l.product_id
      join users u on u.id = o.buyer_id
    where o.state in ('expired', 'failed', 'cancelled') and o.total > 0 and l.bundle_line_id is null
      and o.closed_at > ${after} and o.closed_at <= ${until}
      and u.unfinished_letters_at is not null and ${mayAct('u')}
      and not exists (select from orders n join order_lines m on m.order_id = n.id
        where n.buyer_id = o.buyer_id and m.product_id = l.product_id
          and (n.created_at, n.id) > (o.created_at, o.id))
      and not exists (select from tickets t where t.user_id = o.buyer_id
        and t.product_id = l.product_id and t.ended_at is null)
      and not exists (select from leads d where d.kind = 'unfinished' and d.user_id = o.buyer_id
        and d.product_id = l.product_id and (d.state in ('bought', 'lost')
          or exists (select from lead_letters y where y.lead_id = d.id and y.kind = ${letter})))
    order by o.buyer_id, l.product_id, o.id desc`.execute(db);
  return rows;
}

/**
 * A free code of the batch that was chosen for a product, locked to the end of the transaction; null
 * when there is none for this session. Those that went with another letter are not free.
 */
export async function lockLetterCode(
  tx: Db,
  { productId, sessionId, now }: { productId: string; sessionId: string | null; now: string },
): Promise<string | null> {
  const { rows } = await sql<{ code: string }>`
    select k.code from lead_coupons x join coupons c on c.id = x.coupon_id
      join coupon_codes k on k.coupon_id = c.id
    where x.product_id = ${productId} and k.state = 'free'
      and (c.valid_until is null or c.valid_until > ${now})
      and (c.session_id is null or c.session_id = ${sessionId}::uuid)
      and not exists (select from lead_letters y where y.code = k.code)
    order by k.code limit 1 for update of k skip locked`.execute(tx);
  return rows[0]?.code ?? null;
}
