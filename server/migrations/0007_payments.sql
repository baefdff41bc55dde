create table fee_plans (
  plan text primary key,
  share_bp integer not null check (share_bp between 0 and 10000),
  fixed_amount bigint not null check (fixed_amount >= 0),
  currency text not null,
  included_minutes integer not null,
  extra_hour_amount bigint not null
);
insert into fee_plans values
  ('live', 900, 45, 'EUR', 90, 45),
  ('private', 0, 195, 'EUR', 120, 29);

create table payments (
  id uuid primary key default uuidv7(),
  order_id uuid not null,
  provider text not null,
  -- The provider's own name for this attempt; what its callbacks carry.
  provider_reference text not null,
  state text not null default 'open' check (state in ('open', 'confirming', 'paid', 'declined', 'cancelled', 'refunded')),
  amount bigint not null check (amount > 0),
  refunded bigint not null default 0 check (refunded between 0 and amount),
  currency text not null,
  created_at timestamptz not null default now(),
  settled_at timestamptz,
  failure text not null default '',
  unique (provider, provider_reference)
);
create index payments_order on payments (order_id);
-- One open attempt per order: a second card form cannot charge twice.
create unique index payments_one_open on payments (order_id) where state in ('open', 'confirming', 'paid');

create table provider_events (
  provider text not null,
  event_id text not null,
  payment_id uuid references payments (id),
  type text not null,
  body jsonb not null,
  received_at timestamptz not null default now(),
  outcome text not null,
  primary key (provider, event_id)
);

-- What the sandbox bank knows of its own: the far side, as a real provider would keep it.
create table sandbox_charges (
  reference text primary key,
  amount bigint not null,
  currency text not null,
  state text not null check (state in ('created', 'confirming', 'approved', 'declined', 'refunded')),
  notify_at timestamptz,
  notified_at timestamptz,
  created_at timestamptz not null default now()
);

create table ledger_entries (
  id uuid primary key default uuidv7(),
  order_id uuid not null,
  -- One posting is one fact (payment, refund); its entries sum to zero.
  posting text not null,
  account text not null check (account in ('buyer', 'organizer', 'platform_fee', 'tax', 'provider', 'refunds')),
  channel_id uuid references channels (id),
  currency text not null,
  amount bigint not null check (amount <> 0),
  created_at timestamptz not null default now()
);
create index ledger_entries_order on ledger_entries (order_id);
create index ledger_entries_channel on ledger_entries (channel_id, currency, created_at);

-- The database refuses a posting that does not add up, at commit.
create function demand_balanced_posting() returns trigger language plpgsql as $$
begin
  if (select coalesce(sum(amount), 0) from ledger_entries
      where order_id = new.order_id and posting = new.posting and currency = new.currency) <> 0 then
    raise exception 'ledger posting % of order % does not sum to zero', new.posting, new.order_id;
  end if;
  return null;
end $$;
create constraint trigger ledger_balanced after insert on ledger_entries
  deferrable initially deferred for each row execute function demand_balanced_posting();

create function refuse_change() returns trigger language plpgsql as $$
begin
  raise exception '% rows are never changed', tg_table_name;
end $$;
create trigger ledger_fixed before update or delete on ledger_entries
  for each row execute function refuse_change();

create table invoice_series (
  issuer_id uuid not null references channels (id),
  year integer not null,
  kind text not null check (kind in ('sale', 'rectifying')),
  last_number integer not null default 0,
  primary key (issuer_id, year, kind)
);

create table invoices (
  id uuid primary key default uuidv7(),
  issuer_id uuid not null references channels (id),
  year integer not null,
  kind text not null check (kind in ('sale', 'rectifying')),
  number integer not null check (number > 0),
  order_id uuid not null,
  rectifies_id uuid references invoices (id),
  language text not null,
  issued_at timestamptz not null,
  currency text not null,
  net bigint not null,
  tax bigint not null,
  total bigint not null,
  -- Everything that the paper shows, frozen: parties, lines, tax by rate.
  paper jsonb not null,
  unique (issuer_id, year, kind, number)
);
create index invoices_order on invoices (order_id);
create trigger invoices_fixed before update or delete on invoices
  for each row execute function refuse_change();
