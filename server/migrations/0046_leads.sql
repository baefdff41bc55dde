-- Since when somebody wants letters about a checkout that they did not finish; null: they do not.
alter table users add column unfinished_letters_at timestamptz;

-- Somebody who showed interest: a person, or an address that has confirmed it.
create table leads (
  id uuid primary key default uuidv7(),
  kind text not null check (kind in ('interest', 'waiting', 'unfinished')),
  state text not null default 'new' check (state in ('new', 'contacted', 'bought', 'lost')),
  user_id uuid references users (id),
  -- Of a guest, in lower case; '' of a person, whose address stands in the account.
  email text not null default '',
  language text not null,
  channel_id uuid not null references channels (id),
  -- Null: whatever the channel puts on.
  product_id uuid references products (id),
  session_id uuid references product_sessions (id),
  -- The checkout that was not finished.
  order_id uuid references orders (id),
  -- When the person agreed to be written to and shown to the organizer.
  consented_at timestamptz not null,
  -- Of a guest: when the link in the letter was followed. Nobody sees an address before.
  confirmed_at timestamptz,
  -- When the last letter with that link was written.
  asked_to_confirm_at timestamptz,
  stopped_at timestamptz,
  moved_at timestamptz not null,
  note text not null default '' check (length(note) <= 1000),
  -- What was there when they asked: told is what came afterwards.
  was_open boolean not null default false,
  known_sessions uuid[] not null default '{}',
  -- Whoever was told, or told us to stop, may ask again: told is once in each round.
  round int not null default 1,
  created_at timestamptz not null,
  check ((user_id is null) <> (email = '')),
  check (kind <> 'waiting' or (session_id is not null and user_id is not null))
);
-- One for each person and thing, whatever they press and however often.
create unique index leads_once on leads (
  kind,
  (case when kind = 'waiting' then session_id else coalesce(product_id, channel_id) end),
  (coalesce(user_id::text, email))
);
create index leads_channel on leads (channel_id, created_at desc);
create index leads_product on leads (product_id) where product_id is not null;
create index leads_user on leads (user_id) where user_id is not null;
create index leads_email on leads (email) where email <> '';
create index leads_untold on leads (product_id, channel_id)
  where kind = 'interest' and stopped_at is null;

-- One row for each letter: whoever writes it first writes the letter. With a code, it is nobody else's.
create table lead_letters (
  lead_id uuid not null references leads (id) on delete cascade,
  kind text not null check (kind in ('opened', 'unfinished_1', 'unfinished_2', 'unfinished_3')),
  round int not null default 1,
  sent_at timestamptz not null,
  code text references coupon_codes (code),
  primary key (lead_id, kind, round)
);
create unique index lead_letters_code on lead_letters (code) where code is not null;

-- The batch whose codes go with the last letter about a checkout of this product.
create table lead_coupons (
  product_id uuid primary key references products (id),
  coupon_id uuid not null references coupons (id),
  chosen_by uuid not null references users (id),
  chosen_at timestamptz not null
);

-- The line in front of a session without seats. An offered place holds a seat.
create table waiting_places (
  id uuid primary key default uuidv7(),
  number bigint generated always as identity unique,
  lead_id uuid not null references leads (id) on delete cascade,
  user_id uuid not null references users (id),
  session_id uuid not null references product_sessions (id),
  state text not null default 'waiting'
    check (state in ('waiting', 'offered', 'taken', 'bought', 'left', 'lapsed', 'over')),
  joined_at timestamptz not null,
  offered_at timestamptz,
  offered_until timestamptz,
  told_at timestamptz,
  -- The order that took the seat over.
  order_id uuid references orders (id),
  moved_at timestamptz not null,
  check (state not in ('offered', 'taken') or offered_until is not null),
  check (state <> 'taken' or order_id is not null)
);
create unique index waiting_places_once on waiting_places (user_id, session_id)
  where state in ('waiting', 'offered', 'taken');
create index waiting_places_line on waiting_places (session_id, number)
  where state in ('waiting', 'offered', 'taken');
create index waiting_places_offers on waiting_places (offered_until) where state = 'offered';
create index waiting_places_lead on waiting_places (lead_id);
