-- An order has one to twenty lines, of one seller and one currency.
alter table order_lines
  add column kind text not null default 'ticket' check (kind in ('ticket', 'bundle', 'subscription',
    'physical', 'shipping', 'gift', 'donation')),
  -- As the buyer chose them; the parts of a bundle follow it.
  add column position smallint not null default 0,
  add column quantity integer not null default 1 check (quantity between 1 and 99),
  -- What only one kind knows: whom a gift is for, where goods go.
  add column details jsonb not null default '{}',
  -- Of a part of a bundle: the line of the bundle. The parts carry its money once more, split.
  add column bundle_line_id uuid references order_lines (id),
  -- Both as in the order, kept by whoever writes that: see `orders.store.ts`.
  add column buyer_id uuid,
  add column is_pending boolean not null default false,
  -- Since when what a paid line held is free for others: its money went back, or its time is over.
  add column released_at timestamptz,
  alter column product_id drop not null,
  add check (product_id is not null or kind in ('subscription', 'shipping', 'donation')),
  add check (kind = 'ticket' or bundle_line_id is null);
create index order_lines_bundle on order_lines (bundle_line_id) where bundle_line_id is not null;

-- One buyer, one product, one order on its way: the second press of the button finds this.
update order_lines l set buyer_id = o.buyer_id, is_pending = o.state = 'pending'
  from orders o where o.id = l.order_id;
create unique index order_lines_one_pending on order_lines (buyer_id, product_id)
  where is_pending and kind in ('ticket', 'bundle');
drop index orders_one_pending;
alter table orders drop column product_id;

-- What a refund gives back of each line: of none more than was paid for it.
create table refund_lines (
  refund_id uuid not null references refunds (id),
  line_id uuid not null references order_lines (id),
  amount bigint not null check (amount > 0),
  -- Who bears it, as in the refund.
  share jsonb not null,
  primary key (refund_id, line_id)
);
create index refund_lines_line on refund_lines (line_id);
insert into refund_lines (refund_id, line_id, amount, share)
  select r.id, l.id, r.amount, r.share
  from refunds r join order_lines l on l.order_id = r.order_id where r.share is not null;

-- Of which line of its order an entry is; those of before are of the one that there was.
alter table ledger_entries add column part_id uuid;

-- What somebody wants to buy and has not bought yet.
create table cart_items (
  id uuid primary key default uuidv7(),
  user_id uuid not null references users (id),
  kind text not null default 'ticket' check (kind in ('ticket', 'bundle', 'subscription', 'physical',
    'gift', 'donation')),
  product_id uuid references products (id),
  session_id uuid references product_sessions (id),
  code text not null default '',
  quantity integer not null default 1 check (quantity between 1 and 99),
  details jsonb not null default '{}',
  -- What it cost when it was put in, or was last seen to cost by the person.
  seen_total bigint not null,
  added_at timestamptz not null
);
create unique index cart_items_one on cart_items (user_id, kind, product_id);
create index cart_items_product on cart_items (product_id);

-- A bundle is a product that consists of others, of the same channel's owner and in the same currency.
alter table products drop constraint products_type_check;
alter table products add constraint products_type_check check (type in ('product', 'vod', 'live',
  'broadcast', 'podcast', 'post', 'course', 'meet', 'datasheet', 'physical', 'master', 'plan', 'bundle'));
create table bundle_parts (
  bundle_id uuid not null references products (id) on delete cascade,
  product_id uuid not null references products (id),
  -- Which showing of it; null: it has none, or whichever comes.
  session_id uuid references product_sessions (id),
  position smallint not null,
  primary key (bundle_id, product_id),
  check (bundle_id <> product_id)
);
create index bundle_parts_product on bundle_parts (product_id);
