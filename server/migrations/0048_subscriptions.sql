-- What is sold besides tickets, and whether: one row, as the providers.
alter table media_pay
  add column channel_subscriptions boolean not null default true,
  add column paid_content boolean not null default true,
  add column platform_period text not null default 'off'
    check (platform_period in ('off', 'month', 'year', 'once')),
  add column platform_net bigint not null default 0 check (platform_net >= 0),
  add column platform_tax_rate integer not null default 0 check (platform_tax_rate between 0 and 10000),
  add column platform_currency text not null default 'EUR';

-- What a provider keeps of a buyer, so that it can be charged while nobody is there: its own name for
-- it, sealed (platform/secrets.ts). Never a card number.
create table kept_means (
  id uuid primary key default uuidv7(),
  payment_id uuid not null unique references payments (id),
  provider text not null,
  token bytea not null,
  last_four text not null default '',
  kept_at timestamptz not null
);
alter table payments add column keeps_means boolean not null default false;
-- Charged while the buyer was not there, by what was kept of them.
alter table payments add column kept_means_id uuid references kept_means (id);

-- The same in the books of the sandbox: what it will do, and no number.
create table sandbox_tokens (
  token text primary key,
  outcome text not null,
  last_four text not null
);
alter table sandbox_charges add column kept_token text references sandbox_tokens (token);

create table subscriptions (
  id uuid primary key default uuidv7(),
  user_id uuid not null references users (id),
  channel_id uuid not null references channels (id),
  state text not null default 'active' check (state in ('active', 'past_due', 'cancelled', 'ended')),
  -- All months are counted from here, so that the day of the month comes back after February.
  since timestamptz not null,
  -- Paid until, and until when it opens what it opens: later than that while a payment is tried again.
  valid_until timestamptz not null,
  access_until timestamptz not null,
  currency text not null,
  net bigint not null,
  tax_rate integer not null,
  tax bigint not null,
  total bigint not null check (total = net + tax and total > 0),
  -- The price that the person was told of, and from when it holds.
  next_net bigint,
  next_tax_rate integer,
  next_tax bigint,
  next_total bigint,
  next_from timestamptz,
  means_id uuid references kept_means (id),
  cancelled_at timestamptz,
  ended_at timestamptz,
  check ((next_from is null) = (next_total is null)),
  check ((state = 'ended') = (ended_at is not null))
);
-- One that lives per person and channel: of two windows one begins it.
create unique index subscriptions_one_living on subscriptions (user_id, channel_id) where state <> 'ended';
create index subscriptions_channel on subscriptions (channel_id, id desc);
create index subscriptions_due on subscriptions (valid_until) where state <> 'ended';

-- A month and the order that pays it: the key is what keeps a month from being charged twice.
create table subscription_periods (
  subscription_id uuid not null references subscriptions (id),
  number integer not null check (number > 0),
  order_id uuid not null unique references orders (id),
  starts_at timestamptz not null,
  ends_at timestamptz not null,
  paid_at timestamptz,
  -- How often it was tried without the person, and when next; null: not any more.
  tries integer not null default 0,
  first_tried_at timestamptz,
  next_try_at timestamptz,
  primary key (subscription_id, number)
);
create index subscription_periods_tries on subscription_periods (next_try_at) where paid_at is null;

-- Where an organizer has decided otherwise than the rule does.
create table subscription_marks (
  product_id uuid primary key references products (id),
  included boolean not null
);

-- A ticket that a subscription gives lasts as long as that does.
alter table tickets add column subscription_id uuid references subscriptions (id);

-- One person, one channel, one order for a month on its way.
create unique index order_lines_one_month on order_lines (buyer_id, (details->>'channelId'))
  where is_pending and kind = 'subscription';
