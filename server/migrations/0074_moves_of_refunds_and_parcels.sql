-- When a refund failed last, and when its money last came back from the buyer's bank. Null: never, or before this
-- was kept.
alter table refunds add column failed_at timestamptz;
alter table refunds add column bounced_at timestamptz;
-- Since when that had been done which came back: once it is sent again `done_at` says when that was.
alter table refunds add column done_before_at timestamptz;
-- Who had it asked for anew, and when, last. Who began it and when stays with `requested_by` and `requested_at`.
alter table refunds add column asked_anew_by uuid references users (id);
alter table refunds add column asked_anew_at timestamptz;
alter table refunds add check ((asked_anew_by is null) = (asked_anew_at is null));

-- Who sent a parcel, and who said how it ended. Null: before this was kept, or nobody: it was cancelled by itself
-- when all its money had gone back.
alter table shipments add column sent_by uuid references users (id);
alter table shipments add column ended_by uuid references users (id);
