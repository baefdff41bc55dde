-- array_to_string() is only stable; over text it never changes.
create function immutable_words(words text[]) returns text
  language sql immutable parallel safe
  return array_to_string(words, ' ');

create table products (
  id uuid primary key default uuidv7(),
  channel_id uuid not null references channels (id),
  type text not null check (type in ('product', 'vod', 'live', 'broadcast', 'podcast', 'post', 'course',
    'meet', 'datasheet', 'physical', 'master', 'plan')),
  plan text not null default 'paid' check (plan in ('paid', 'free')),
  status text not null default 'draft' check (status in ('draft', 'published', 'private')),
  title text not null check (length(title) between 1 and 160),
  slug text not null unique,
  language text not null default 'en' check (language in ('en', 'es', 'pt')),
  short_description text not null default '' check (length(short_description) <= 240),
  -- Sanitised HTML.
  description text not null default '',
  price_note text not null default '',
  currency text not null default 'EUR',
  net bigint not null default 0 check (net >= 0),
  tax_rate integer not null default 0 check (tax_rate between 0 and 10000),
  tax bigint not null default 0 check (tax >= 0),
  total bigint not null default 0 check (total = net + tax),
  offer_net bigint,
  offer_tax bigint,
  offer_starts_at timestamptz,
  offer_ends_at timestamptz,
  image_id uuid references images (id),
  trailer_url text not null default '',
  categories text[] not null default '{}',
  tags text[] not null default '{}',
  production text not null default '',
  production_year integer,
  production_country text not null default '',
  suggested_age text not null default 'all' check (suggested_age in ('all', '13+', '18+')),
  technical_sheet text not null default '',
  additional_info text not null default '',
  sales_starts_at timestamptz,
  sales_ends_at timestamptz,
  expiration_hours integer check (expiration_hours > 0),
  expires_at timestamptz,
  featured boolean not null default false,
  published_at timestamptz,
  created_at timestamptz not null default now(),
  updated_at timestamptz not null default now(),
  search_text text generated always as (
    plain_text(title || ' ' || short_description || ' ' || production || ' '
      || immutable_words(tags) || ' ' || immutable_words(categories))
  ) stored,
  check ((offer_net is null) = (offer_tax is null)),
  check (offer_starts_at is null or offer_ends_at is null or offer_starts_at < offer_ends_at),
  check (sales_starts_at is null or sales_ends_at is null or sales_starts_at < sales_ends_at)
);
create index products_channel on products (channel_id);
create index products_public on products (published_at desc) where status = 'published';
create index products_trigram on products using gin (search_text gin_trgm_ops);
create index products_words on products using gin (to_tsvector('simple', search_text));

create table product_sessions (
  id uuid primary key default uuidv7(),
  product_id uuid not null references products (id),
  starts_at timestamptz not null,
  zone text not null default 'Europe/Madrid',
  duration_minutes integer not null default 90 check (duration_minutes between 1 and 1440),
  -- Null: as many as come. Seats are counted by the database: see tickets area.
  capacity integer check (capacity > 0),
  seats_held integer not null default 0 check (seats_held >= 0),
  check (capacity is null or seats_held <= capacity),
  unique (product_id, starts_at)
);
create index product_sessions_starts on product_sessions (starts_at);

create table product_changes (
  id uuid primary key default uuidv7(),
  product_id uuid not null references products (id),
  changed_by uuid not null references users (id),
  changed_at timestamptz not null default now(),
  what text not null,
  before jsonb not null,
  after jsonb not null
);
create index product_changes_product on product_changes (product_id, id desc);
