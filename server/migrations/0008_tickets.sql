create table tickets (
  id uuid primary key default uuidv7(),
  user_id uuid not null references users (id),
  product_id uuid not null references products (id),
  session_id uuid references product_sessions (id),
  source text not null check (source in ('purchase', 'code', 'subscription', 'bundle', 'gift', 'free')),
  order_id uuid,
  granted_at timestamptz not null,
  ended_at timestamptz,
  end_reason text not null default ''
);
-- One ticket per user and product, whatever the road to it.
create unique index tickets_one_each on tickets (user_id, product_id) where ended_at is null;
create index tickets_product on tickets (product_id);

create table coupons (
  id uuid primary key default uuidv7(),
  product_id uuid not null references products (id),
  session_id uuid references product_sessions (id),
  quantity integer not null check (quantity between 1 and 10000),
  net bigint not null check (net >= 0),
  tax bigint not null check (tax >= 0),
  currency text not null,
  valid_until timestamptz,
  created_by uuid not null references users (id),
  created_at timestamptz not null default now()
);
create index coupons_product on coupons (product_id);

create table coupon_codes (
  code text primary key,
  coupon_id uuid not null references coupons (id),
  state text not null default 'free' check (state in ('free', 'reserved', 'used', 'revoked')),
  order_id uuid,
  reserved_until timestamptz,
  used_at timestamptz,
  check ((state in ('reserved', 'used')) = (order_id is not null))
);
create index coupon_codes_coupon on coupon_codes (coupon_id);
create index coupon_codes_order on coupon_codes (order_id);
