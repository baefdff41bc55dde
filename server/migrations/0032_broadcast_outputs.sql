-- Other servers that a show is sent on to, such as YouTube. The key is sealed; nobody reads it again.
create table broadcast_outputs (
  id uuid primary key default uuidv7(),
  product_id uuid not null references products (id),
  -- Ten at most, decided here and not by counting.
  place smallint not null check (place between 1 and 10),
  name text not null check (length(name) between 1 and 60),
  url text not null check (length(url) between 1 and 300),
  sealed_key bytea not null,
  is_enabled boolean not null default true,
  -- Also when it is on air before its hour.
  during_rehearsals boolean not null default false,
  created_at timestamptz not null default now()
);
create unique index broadcast_outputs_place on broadcast_outputs (product_id, place);
