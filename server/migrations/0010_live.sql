create table broadcasts (
  id uuid primary key default uuidv7(),
  product_id uuid not null references products (id),
  session_id uuid references product_sessions (id),
  state text not null default 'idle' check (state in ('idle', 'live', 'ended')),
  started_at timestamptz,
  last_media_at timestamptz,
  ended_at timestamptz,
  end_reason text not null default '',
  -- Where the segments stand in storage; set when the first one is kept.
  storage_prefix text not null default '',
  recording_seconds integer not null default 0,
  recording_ready boolean not null default false
);
create index broadcasts_product on broadcasts (product_id, id desc);
create unique index broadcasts_one_open on broadcasts (product_id) where state in ('idle', 'live');

create table stream_keys (
  digest bytea primary key,
  product_id uuid not null references products (id),
  role text not null check (role in ('main', 'backup')),
  sealed_key bytea not null,
  created_at timestamptz not null default now(),
  revoked_at timestamptz
);
create unique index stream_keys_current on stream_keys (product_id, role) where revoked_at is null;
