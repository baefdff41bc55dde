-- What is given: to the platform beside something bought, to an artist, and tickets to somebody else.
alter table order_lines drop constraint order_lines_kind_check;
alter table order_lines add constraint order_lines_kind_check check (kind in ('ticket', 'bundle',
  'subscription', 'physical', 'shipping', 'gift', 'donation', 'support'));
alter table order_lines drop constraint order_lines_check1;
alter table order_lines add constraint order_lines_product_check check (product_id is not null
  or kind in ('subscription', 'shipping', 'donation', 'support'));
create index order_lines_giving on order_lines (kind, order_id) where kind in ('gift', 'donation', 'support');

-- Both have accounts of their own, so that the books tell what was sold from what was given. What is
-- owed to an organizer stands on `organizer` and `donation`; `support` is the platform's.
alter table ledger_entries drop constraint ledger_entries_account_check;
alter table ledger_entries add constraint ledger_entries_account_check check (account in ('buyer',
  'organizer', 'platform_fee', 'platform_cost', 'tax', 'provider', 'refunds', 'disputes', 'payout',
  'donation', 'support'));

-- The published fees name none for donations.
insert into fee_plans (plan, share_bp, fixed_amount, currency, included_minutes, extra_hour_amount)
  values ('donation', 0, 0, 'EUR', 0, 0);

-- What an organizer lets people give, to a channel or beside a product.
create table donation_offers (
  id uuid primary key default uuidv7(),
  channel_id uuid references channels (id) on delete cascade,
  product_id uuid references products (id) on delete cascade,
  is_on boolean not null,
  currency text not null,
  suggested jsonb not null,
  least bigint not null check (least > 0),
  most bigint not null check (most >= least),
  text text not null,
  updated_by uuid not null references users (id),
  updated_at timestamptz not null,
  check (num_nonnulls(channel_id, product_id) = 1)
);
create unique index donation_offers_channel on donation_offers (channel_id);
create unique index donation_offers_product on donation_offers (product_id);

-- Whether buyers may add something for the platform: one row.
create table support_setting (
  only_row boolean primary key default true check (only_row),
  is_on boolean not null default false,
  updated_by uuid references users (id),
  updated_at timestamptz
);
insert into support_setting default values;

-- A ticket that somebody paid for somebody else, once its order is paid.
create table gifts (
  id uuid primary key default uuidv7(),
  line_id uuid not null unique references order_lines (id),
  order_id uuid not null references orders (id),
  buyer_id uuid not null references users (id),
  product_id uuid not null references products (id),
  session_id uuid references product_sessions (id),
  state text not null default 'waiting' check (state in ('waiting', 'accepted', 'expired', 'ended')),
  email text not null,
  name text not null,
  message text not null,
  language text not null,
  -- The link: its digest finds it, and it is sealed for the letters that follow the first.
  digest bytea not null unique,
  sealed_token bytea not null,
  made_at timestamptz not null,
  send_at timestamptz not null,
  sent_at timestamptz,
  letters integer not null default 0,
  expires_at timestamptz not null,
  accepted_at timestamptz,
  accepted_by uuid references users (id),
  ticket_id uuid references tickets (id),
  ended_at timestamptz,
  end_reason text not null default '',
  check ((state = 'accepted') <= (accepted_by is not null and ticket_id is not null))
);
create index gifts_buyer on gifts (buyer_id, id);
create index gifts_waiting on gifts (expires_at) where state = 'waiting';
create index gifts_unsent on gifts (send_at) where state = 'waiting' and sent_at is null;
create index gifts_session on gifts (session_id) where state = 'waiting';

-- What was said of a gift, once each: that it waits, that it ends unaccepted, that somebody has it already.
create table gift_notes (
  gift_id uuid not null references gifts (id),
  kind text not null check (kind in ('week', 'day', 'unaccepted', 'owned')),
  noted_at timestamptz not null,
  primary key (gift_id, kind)
);
