-- A showing that does not take place: since when, by whose word, and why, as its holders read it.
alter table product_sessions
  add column cancelled_at timestamptz,
  add column cancelled_by uuid references users (id),
  add column cancel_reason text not null default '' check (length(cancel_reason) <= 300),
  add constraint product_sessions_cancelled check ((cancelled_at is null) = (cancelled_by is null));

-- What follows it, ticket by ticket and order by order, until all money is back or given up.
create table session_cancellations (
  session_id uuid primary key references product_sessions (id),
  product_id uuid not null references products (id),
  requested_by uuid not null references users (id),
  started_at timestamptz not null,
  done_at timestamptz
);
create index session_cancellations_running on session_cancellations (started_at) where done_at is null;
create index order_lines_session on order_lines (session_id);
