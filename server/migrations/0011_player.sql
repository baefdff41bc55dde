create table playbacks (
  id uuid primary key default uuidv7(),
  user_id uuid not null references users (id),
  ticket_id uuid references tickets (id),
  product_id uuid not null references products (id),
  broadcast_id uuid references broadcasts (id),
  auth_digest bytea,
  started_at timestamptz not null,
  last_seen_at timestamptz not null,
  ended_at timestamptz
);
create index playbacks_ticket on playbacks (ticket_id, last_seen_at desc);
create index playbacks_product on playbacks (product_id, last_seen_at desc);

create table chat_messages (
  id uuid primary key default uuidv7(),
  product_id uuid not null references products (id),
  author_id uuid not null references users (id),
  body text not null check (length(body) between 1 and 500),
  state text not null check (state in ('pending', 'approved', 'deleted')),
  sent_at timestamptz not null,
  decided_by uuid references users (id),
  decided_at timestamptz
);
create index chat_messages_room on chat_messages (product_id, id desc);

create table chat_restrictions (
  product_id uuid not null references products (id),
  user_id uuid not null references users (id),
  kind text not null check (kind in ('muted', 'banned')),
  set_by uuid not null references users (id),
  set_at timestamptz not null,
  until_at timestamptz,
  primary key (product_id, user_id)
);
