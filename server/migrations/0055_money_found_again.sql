-- Money that a provider could not give back was returned in another way: who says so, and when.
alter table refunds add column returned_by uuid references users (id);
alter table refunds add column returned_at timestamptz;
alter table refunds add check ((returned_by is null) = (returned_at is null));

-- A payment to an organizer pays lines of an order, each when its own show is over. Null: all of a
-- posting, which was paid out before lines were looked at.
alter table payout_items add column part_id uuid;
alter table payout_items drop constraint payout_items_pkey;
create unique index payout_items_parts on payout_items (payout_id, order_id, posting, part_id)
  nulls not distinct;
drop index payout_items_once;
create unique index payout_items_once on payout_items (order_id, posting, part_id)
  nulls not distinct where not released;

-- Who waits for a receiver, in line.
create index webhook_deliveries_line on webhook_deliveries (endpoint_id, next_at)
  where state = 'waiting';

-- Orders that ended unpaid within a stretch of time: who left a checkout is looked for each minute.
create index orders_ended on orders (closed_at) where state in ('expired', 'failed', 'cancelled');
