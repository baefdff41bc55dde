-- Whom the job writes to: paid orders whose buyers have no letter yet. Few at any time.
create index orders_to_acknowledge on orders (id)
  where paid_at is not null and acknowledged_at is null;
-- Those paid before letters were noted had theirs.
update orders set acknowledged_at = paid_at where acknowledged_at is null
  and paid_at < (select ran_at from migrations where name = '0015_sales_letters.sql');
