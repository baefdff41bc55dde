-- What was due when a run was collected and is in no payment of it: debts, and what is below the minimum.
create table payout_leftovers (
  run_id uuid not null references payout_runs (id),
  channel_id uuid not null references channels (id),
  currency text not null,
  amount bigint not null check (amount <> 0),
  primary key (run_id, channel_id, currency)
);
