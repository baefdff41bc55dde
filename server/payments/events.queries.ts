import type { PageQuery } from '#contract/shared/page.ts';
import { containing } from '#server/platform/database/fragments.ts';
import { db, sql } from '#server/platform/database/index.ts';

/** What the providers told us, newest first. */
export async function listProviderEvents({ page, size, q }: PageQuery) {
  const events = db()
    .selectFrom('provider_events as e')
    .leftJoin('payments as p', 'p.id', 'e.payment_id')
    .$if(Boolean(q), (query) =>
      query.where((row) =>
        row.or([
          row('e.event_id', 'like', containing(q ?? '')),
          row(sql<string>`p.order_id::text`, '=', q ?? ''),
        ]),
      ),
    );
  const { total } = await events
    .select(sql<number>`count(*)`.as('total'))
    .executeTakeFirstOrThrow();
  const items = await events
    .select(['e.provider', 'e.event_id as eventId', 'e.type', 'e.outcome'])
    .select(['p.order_id as orderId', 'e.received_at as receivedAt'])
    .orderBy('e.received_at', 'desc')
    .limit(size)
    .offset((page - 1) * size)
    .execute();
  return { items, total, page, size };
}
