-- What organizers are owed is paid in runs. A run is collected from the books, approved, exported for
-- the bank and paid; or dropped.
create table payout_runs (
  id uuid primary key default uuidv7(),
  number bigint generated always as identity unique,
  -- The first day of the month in which it pays; what is due is from before.
  month date not null,
  state text not null default 'collected'
    check (state in ('collected', 'approved', 'exported', 'paid', 'dropped')),
  -- Null: the clock did it.
  collected_by uuid references users (id),
  collected_at timestamptz not null,
  approved_by uuid references users (id),
  approved_at timestamptz,
  -- With these the file for the bank is the same each time it is asked for.
  exported_by uuid references users (id),
  exported_at timestamptz,
  execution_day date,
  debtor jsonb,
  settled_at timestamptz
);
-- Of what is due only one run at a time is made.
create unique index payout_runs_one_open on payout_runs ((true)) where state in ('collected', 'approved');

-- One payment of a run, to the owner of a channel in a currency.
create table payouts (
  id uuid primary key default uuidv7(),
  number bigint generated always as identity unique,
  run_id uuid not null references payout_runs (id),
  channel_id uuid not null references channels (id),
  currency text not null,
  amount bigint not null check (amount > 0),
  state text not null default 'open' check (state in ('open', 'held', 'dropped', 'paid', 'returned')),
  reason text not null default '' check (length(reason) <= 300),
  -- Whom it goes to, as on the day of the run: name, tax id, address, IBAN.
  payee jsonb not null,
  letterhead_id uuid references letterheads (id),
  settled_at timestamptz,
  unique (run_id, channel_id, currency)
);
create index payouts_channel on payouts (channel_id, id desc);

-- What a payment pays: postings of the ledger, each in one payment that goes out or has gone.
create table payout_items (
  payout_id uuid not null references payouts (id),
  order_id uuid not null references orders (id),
  posting text not null,
  organizer bigint not null,
  tax bigint not null,
  fee bigint not null,
  booked_at timestamptz not null,
  -- Since when it is free for another run: the payment was held, dropped or came back.
  released boolean not null default false,
  primary key (payout_id, order_id, posting)
);
create unique index payout_items_once on payout_items (order_id, posting) where not released;

-- A posting is about an order or about a payment to an organizer.
alter table ledger_entries alter column order_id drop not null;
alter table ledger_entries add column payout_id uuid references payouts (id);
alter table ledger_entries add constraint ledger_entries_about check (num_nonnulls(order_id, payout_id) = 1);
alter table ledger_entries drop constraint ledger_entries_account_check;
alter table ledger_entries add constraint ledger_entries_account_check check (account in ('buyer',
  'organizer', 'platform_fee', 'tax', 'provider', 'refunds', 'payout'));
create index ledger_entries_payout on ledger_entries (payout_id) where payout_id is not null;

-- Each of the two by its own index, so that long books cost nothing.
create or replace function demand_balanced_posting() returns trigger language plpgsql as $$
declare
  wrong record;
begin
  select coalesce(a.order_id, a.payout_id) as about, a.posting into wrong
    from (select distinct order_id, payout_id, posting, currency from added) a
    where (case when a.order_id is not null
      then (select sum(e.amount) from ledger_entries e where e.order_id = a.order_id
        and e.posting = a.posting and e.currency = a.currency)
      else (select sum(e.amount) from ledger_entries e where e.payout_id = a.payout_id
        and e.posting = a.posting and e.currency = a.currency) end) <> 0
    limit 1;
  if found then
    raise exception 'ledger posting % of % does not sum to zero', wrong.posting, wrong.about;
  end if;
  return null;
end $$;
