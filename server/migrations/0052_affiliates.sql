-- Somebody who brings buyers to a channel by a link of their own. Never deleted: sales refer to it.
create table affiliates (
  id uuid primary key default uuidv7(),
  channel_id uuid not null references channels (id),
  -- Null: whatever the channel sells.
  product_id uuid references products (id),
  name text not null check (name <> '' and length(name) <= 80),
  -- In upper case, as it stands behind `?ref=`.
  code text not null check (code = upper(code)),
  -- What was agreed, for information: it is paid outside.
  commission_bp int not null check (commission_bp between 0 and 10000),
  state text not null default 'active' check (state in ('active', 'ended')),
  moved_at timestamptz not null,
  created_by uuid not null references users (id),
  created_at timestamptz not null
);
create unique index affiliates_code on affiliates (channel_id, code);
create index affiliates_product on affiliates (product_id) where product_id is not null;

-- How often a link was followed on a day, and nothing of who did.
create table affiliate_clicks (
  affiliate_id uuid not null references affiliates (id),
  day date not null,
  clicks int not null check (clicks > 0),
  primary key (affiliate_id, day)
);

-- Who brought the buyer of this line, as it stood when the order began.
alter table order_lines add column affiliate_id uuid references affiliates (id);
create index order_lines_affiliate on order_lines (affiliate_id, order_id) where affiliate_id is not null;
