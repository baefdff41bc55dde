create extension if not exists citext;
create extension if not exists pg_trgm;
create extension if not exists unaccent;

-- unaccent() is only stable because its dictionary may change; an index needs a promise.
create function plain_text(value text) returns text
  language sql immutable parallel safe strict
  return lower(public.unaccent('public.unaccent'::regdictionary, value));

create table users (
  id uuid primary key default uuidv7(),
  email citext not null unique check (length(email::text) between 3 and 254),
  password_digest text not null,
  roles text[] not null default '{USER}' check (roles <@ '{USER,PRODUCER,ADMIN,PRESS}'),
  signed_up_as text not null default 'attendee' check (signed_up_as in ('attendee', 'organizer')),
  approval text not null default 'pending' check (approval in ('pending', 'approved', 'disapproved')),
  email_confirmed_at timestamptz,
  blocked_at timestamptz,
  deleted_at timestamptz,
  artist_requested_at timestamptz,
  name text not null default '',
  surname text not null default '',
  country text not null default '',
  company text not null default '',
  job text not null default '',
  language text not null default 'en' check (language in ('en', 'es', 'pt')),
  timezone text not null default '',
  newsletter boolean not null default false,
  public_profile boolean not null default false,
  avatar_id uuid,
  description text not null default '',
  youtube text not null default '',
  twitter text not null default '',
  facebook text not null default '',
  instagram text not null default '',
  linkedin text not null default '',
  web text not null default '',
  billing_company text not null default '',
  billing_nif text not null default '',
  billing_address text not null default '',
  billing_city text not null default '',
  billing_postal_code text not null default '',
  billing_country text not null default '',
  billing_prefix text not null default '',
  billing_phone text not null default '',
  terms_accepted_at timestamptz not null,
  recommended_by uuid references users (id),
  created_at timestamptz not null default now()
);
create index users_search on users using gin (plain_text(email::text || ' ' || name || ' ' || surname) gin_trgm_ops);

create table auth_tokens (
  digest bytea primary key,
  user_id uuid not null references users (id),
  created_at timestamptz not null,
  last_used_at timestamptz not null,
  expires_at timestamptz not null,
  user_agent text not null default ''
);
create index auth_tokens_user on auth_tokens (user_id);

create table account_links (
  digest bytea primary key,
  user_id uuid not null references users (id),
  purpose text not null check (purpose in ('activate', 'reset')),
  expires_at timestamptz not null,
  used_at timestamptz
);
create index account_links_user on account_links (user_id, purpose);

-- Counted by what was typed, known or not: an unknown address must answer like a known one.
create table login_failures (
  email citext primary key,
  failures integer not null,
  last_at timestamptz not null
);
