-- What there is of a thing that is sent. No row: its organizer has not said it yet, and none is sold.
create table product_stocks (
  product_id uuid primary key references products (id) on delete cascade,
  -- As many as there ever were to sell; null: as many as are wanted.
  capacity integer check (capacity >= 0),
  -- Of them in orders, paid or not.
  held integer not null default 0 check (held >= 0),
  check (capacity is null or held <= capacity)
);

-- Where a channel sends to and for how much: one form, saved as a whole.
create table shipping_tables (
  channel_id uuid primary key references channels (id),
  currency text not null,
  home text not null,
  tax_rate integer not null check (tax_rate between 0 and 10000),
  zones jsonb not null,
  -- Where things can be picked up; '' for nowhere.
  pickup text not null,
  updated_by uuid not null references users (id),
  updated_at timestamptz not null
);

-- The address that a person wants to be remembered.
create table shipping_addresses (
  user_id uuid primary key references users (id),
  address jsonb not null,
  saved_at timestamptz not null
);

-- What of a paid order is sent or picked up.
create table shipments (
  id uuid primary key default uuidv7(),
  order_id uuid not null unique references orders (id),
  channel_id uuid not null references channels (id),
  buyer_id uuid not null references users (id),
  method text not null check (method in ('post', 'pickup')),
  -- Null for what is picked up, and once it was erased with its account.
  address jsonb,
  country text not null,
  pickup text not null,
  state text not null default 'to_send'
    check (state in ('to_send', 'sent', 'delivered', 'cancelled', 'returned')),
  carrier text not null default '',
  tracking_code text not null default '',
  tracking_url text not null default '' check (tracking_url = '' or tracking_url like 'https://%'),
  reason text not null default '',
  created_at timestamptz not null,
  sent_at timestamptz,
  -- Since when it is in a state that it does not leave.
  ended_at timestamptz
);
create index shipments_channel on shipments (channel_id, id desc);
create index shipments_buyer on shipments (buyer_id);

create table shipment_items (
  line_id uuid primary key references order_lines (id),
  shipment_id uuid not null references shipments (id),
  product_id uuid not null references products (id),
  quantity integer not null check (quantity > 0),
  -- Since when its money has gone back, and since when it is in stock again.
  given_back_at timestamptz,
  restocked_at timestamptz
);
create index shipment_items_shipment on shipment_items (shipment_id);
create index shipment_items_product on shipment_items (product_id);

-- Of things that are sent one may have many, but one order on its way: who changes the address or how many
-- of it gives back what the order before held.
drop index order_lines_one_pending;
create unique index order_lines_one_pending on order_lines (buyer_id, product_id)
  where is_pending and kind in ('ticket', 'bundle', 'physical');
