-- Processes that take encoders. Each is known by the address at which the others reach it: whoever
-- starts at an address takes the place of the one that stood there before.
create table media_nodes (
  url text primary key check (length(url) between 1 and 300),
  heard_at timestamptz not null
);

-- Where the encoder of a product is received: a broadcast, or a private test without a row of its own.
create table encoder_places (
  product_id uuid primary key references products (id) on delete cascade,
  node_url text not null references media_nodes (url) on delete cascade,
  broadcast_id uuid not null,
  claimed_at timestamptz not null default now()
);
create index encoder_places_node on encoder_places (node_url);
create index encoder_places_broadcast on encoder_places (broadcast_id);
