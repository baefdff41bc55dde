create table channels (
  id uuid primary key default uuidv7(),
  owner_id uuid not null references users (id),
  title text not null check (length(title) between 1 and 120),
  slug text not null unique,
  description text not null default '' check (length(description) <= 400),
  business_name text not null default '',
  classification text not null default '',
  tags text[] not null default '{}',
  state text not null default 'draft' check (state in ('draft', 'in_review', 'published', 'banned')),
  state_reason text not null default '',
  state_changed_at timestamptz not null default now(),
  published_once boolean not null default false,
  featured boolean not null default false,
  has_subscription boolean not null default false,
  subscription_net bigint not null default 0,
  subscription_tax bigint not null default 0,
  subscription_tax_rate integer not null default 0,
  subscription_currency text not null default 'EUR',
  billing_tax_id text not null default '',
  billing_prefix text not null default '',
  billing_phone text not null default '',
  billing_address text not null default '',
  billing_city text not null default '',
  billing_postal_code text not null default '',
  billing_country text not null default '',
  billing_iban text not null default '',
  spotify text not null default '',
  youtube text not null default '',
  facebook text not null default '',
  instagram text not null default '',
  twitter text not null default '',
  website text not null default '',
  marketplace_url text not null default '',
  logo_id uuid references images (id),
  profile_image_id uuid references images (id),
  cover_image_id uuid references images (id),
  created_at timestamptz not null default now()
);
create index channels_owner on channels (owner_id);
create index channels_state on channels (state, state_changed_at);

create table channel_moves (
  id uuid primary key default uuidv7(),
  channel_id uuid not null references channels (id),
  from_state text not null,
  to_state text not null,
  reason text not null default '',
  moved_by uuid not null references users (id),
  moved_at timestamptz not null default now()
);
create index channel_moves_channel on channel_moves (channel_id);
