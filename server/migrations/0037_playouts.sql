-- A show that a recording plays by the clock: an upload, or what was kept of an earlier show.
alter table products
  add column replayed_broadcast_id uuid references broadcasts (id),
  add constraint products_one_source check (asset_id is null or replayed_broadcast_id is null);
create index products_replayed on products (replayed_broadcast_id)
  where replayed_broadcast_id is not null;

-- How long what it plays lasts, to the millisecond; null where nothing is played by the clock.
alter table product_sessions add column plays_ms integer check (plays_ms > 0);
create index product_sessions_played on product_sessions (starts_at) where plays_ms is not null;
