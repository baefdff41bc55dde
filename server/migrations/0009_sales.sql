create table orders (
  id uuid primary key default uuidv7(),
  buyer_id uuid not null references users (id),
  channel_id uuid not null references channels (id),
  state text not null default 'pending' check (state in ('pending', 'paid', 'refunded', 'partly_refunded',
    'failed', 'expired', 'cancelled')),
  currency text not null,
  net bigint not null,
  tax bigint not null,
  total bigint not null check (total = net + tax),
  fee bigint not null,
  language text not null,
  -- The buyer as on the day: e-mail, name, billing data.
  buyer jsonb not null,
  terms_accepted_at timestamptz not null,
  -- The buyer's own name for this request: the same key with the same body is the same order.
  idempotency_key text not null check (length(idempotency_key) between 8 and 255),
  request_digest bytea not null,
  created_at timestamptz not null,
  expires_at timestamptz not null,
  paid_at timestamptz,
  closed_at timestamptz,
  close_reason text not null default '',
  unique (buyer_id, idempotency_key)
);
create index orders_buyer on orders (buyer_id, id desc);
create index orders_channel on orders (channel_id, id desc);
create index orders_expiring on orders (expires_at) where state = 'pending';

create table order_lines (
  id uuid primary key default uuidv7(),
  order_id uuid not null references orders (id),
  product_id uuid not null references products (id),
  session_id uuid references product_sessions (id),
  -- One buyer, one product, one order on its way: the second press of the button finds this.
  title text not null,
  net bigint not null,
  tax_rate integer not null,
  tax bigint not null,
  total bigint not null check (total = net + tax),
  fee bigint not null,
  price_from text not null check (price_from in ('product', 'offer', 'coupon')),
  coupon_code text references coupon_codes (code),
  holds_seat boolean not null default false
);
create index order_lines_order on order_lines (order_id);
create index order_lines_product on order_lines (product_id);

alter table payments add foreign key (order_id) references orders (id);
alter table ledger_entries add foreign key (order_id) references orders (id);
alter table invoices add foreign key (order_id) references orders (id);
alter table tickets add foreign key (order_id) references orders (id);
alter table coupon_codes add foreign key (order_id) references orders (id);

create table refunds (
  id uuid primary key default uuidv7(),
  order_id uuid not null references orders (id),
  amount bigint not null check (amount > 0),
  state text not null default 'requested' check (state in ('requested', 'done', 'failed')),
  reason text not null default '',
  requested_by uuid not null references users (id),
  requested_at timestamptz not null,
  done_at timestamptz
);
create index refunds_order on refunds (order_id);
