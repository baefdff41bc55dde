-- Who wants to hear of facts. Without an owner it is the site's own, kept by administrators.
create table webhook_endpoints (
  id uuid primary key default uuidv7(),
  owner_id uuid references users (id),
  url text not null check (length(url) <= 500),
  description text not null default '' check (length(description) <= 200),
  types text[] not null,
  state text not null default 'on' check (state in ('on', 'off', 'gone', 'silent')),
  -- Both sealed. The one before signs too until its end.
  secret bytea not null,
  old_secret bytea,
  old_secret_until timestamptz,
  -- Since when nothing has arrived.
  failing_since timestamptz,
  -- After an answer that did not come in time nothing is begun until then.
  rests_until timestamptz,
  created_by uuid not null references users (id),
  created_at timestamptz not null,
  check ((old_secret is null) = (old_secret_until is null))
);
create index webhook_endpoints_owner on webhook_endpoints (owner_id, id desc);

-- What is said, once for all who are told: a body of ids, as it is signed.
create table webhook_messages (
  id uuid primary key default uuidv7(),
  type text not null,
  body text not null check (octet_length(body) < 20480),
  created_at timestamptz not null
);
create index webhook_messages_age on webhook_messages (created_at);

-- One message on its way to one receiver.
create table webhook_deliveries (
  id uuid primary key default uuidv7(),
  endpoint_id uuid not null references webhook_endpoints (id) on delete cascade,
  message_id uuid not null references webhook_messages (id) on delete cascade,
  state text not null default 'waiting' check (state in ('waiting', 'delivered', 'failed')),
  tries int not null default 0,
  next_at timestamptz,
  -- Somebody is sending it; a process that died has let go by then.
  sending_until timestamptz,
  created_at timestamptz not null,
  settled_at timestamptz,
  check ((state = 'waiting') = (next_at is not null))
);
create index webhook_deliveries_endpoint on webhook_deliveries (endpoint_id, id desc);
create index webhook_deliveries_message on webhook_deliveries (message_id);
create index webhook_deliveries_due on webhook_deliveries (next_at) where state = 'waiting';
create index webhook_deliveries_sending on webhook_deliveries (endpoint_id, sending_until)
  where sending_until is not null;

create table webhook_tries (
  delivery_id uuid not null references webhook_deliveries (id) on delete cascade,
  number int not null,
  at timestamptz not null,
  status int,
  fault text check (fault in ('timeout', 'address', 'connection', 'certificate', 'redirect')),
  answer text not null default '' check (length(answer) <= 1024),
  took_ms int not null,
  primary key (delivery_id, number)
);

-- Keys by which programs of an organizer ask. Of the key itself only its digest is kept.
create table api_keys (
  id uuid primary key default uuidv7(),
  owner_id uuid not null references users (id),
  name text not null check (length(name) <= 80),
  digest bytea not null unique,
  last_four text not null,
  scopes text[] not null,
  created_at timestamptz not null,
  ends_at timestamptz,
  revoked_at timestamptz,
  last_used_at timestamptz
);
create index api_keys_owner on api_keys (owner_id, id desc);

-- Who made a key and who ended it; it stays when the key goes with its owner's account.
create table api_key_acts (
  id uuid primary key default uuidv7(),
  key_id uuid not null,
  act text not null check (act in ('created', 'revoked')),
  by uuid not null references users (id),
  scopes text[] not null,
  at timestamptz not null
);
create index api_key_acts_key on api_key_acts (key_id);

-- The origins whose pages may frame the shows of a channel.
create table widget_domains (
  channel_id uuid primary key references channels (id) on delete cascade,
  domains text[] not null,
  saved_by uuid not null references users (id),
  saved_at timestamptz not null
);
