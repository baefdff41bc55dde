-- When the buyer was written to: a job that runs twice writes once.
alter table orders add column acknowledged_at timestamptz;
alter table refunds add column acknowledged_at timestamptz;
