-- A rehearsal room is a broadcast that is free, private for good, and has no showings: it is entered by
-- an invitation. While it is open nobody else learns of it; a closed one is there for nobody.
alter table products
  add column is_rehearsal boolean not null default false,
  add column rehearsal_closed_at timestamptz,
  add constraint products_rehearsal check (not is_rehearsal
    or (type = 'broadcast' and plan = 'free' and status = 'private' and not featured)),
  add constraint products_rehearsal_closed check (rehearsal_closed_at is null or is_rehearsal);
create index products_rehearsals on products (channel_id) where is_rehearsal and rehearsal_closed_at is null;

-- The link that lets people in. It is known by its digest, and sealed to be shown again to who invites.
create table rehearsal_invitations (
  product_id uuid primary key references products (id),
  digest bytea not null unique,
  sealed_token bytea not null,
  places smallint not null default 20 check (places between 1 and 70),
  -- Who was removed since then is not let in by it.
  made_at timestamptz not null
);

alter table tickets drop constraint tickets_source_check;
alter table tickets add constraint tickets_source_check
  check (source in ('purchase', 'code', 'subscription', 'bundle', 'gift', 'free', 'invitation'));
