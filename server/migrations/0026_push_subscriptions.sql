-- A browser that shows messages of ours while no page of ours is open. It belongs to the log-in that
-- asked for it and goes with it, however that ends.
create table push_subscriptions (
  id uuid primary key default uuidv7(),
  user_id uuid not null references users (id),
  token_digest bytea not null references auth_tokens (digest) on delete cascade,
  -- Where messages are sent. A browser says so, and anybody may pretend to be one.
  endpoint text not null unique,
  p256dh text not null,
  auth text not null,
  created_at timestamptz not null default now()
);
create index push_subscriptions_user on push_subscriptions (user_id, id desc);
create index push_subscriptions_token on push_subscriptions (token_digest);
