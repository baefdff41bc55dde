create table notifications (
  id uuid primary key default uuidv7(),
  -- Null: a system message to everyone.
  user_id uuid references users (id),
  type text not null,
  subject text not null,
  content text not null default '',
  payload jsonb not null default '{}',
  created_at timestamptz not null default now(),
  read_on timestamptz
);
create index notifications_user on notifications (user_id, id desc);

create table mails (
  id uuid primary key default uuidv7(),
  user_id uuid references users (id),
  recipient citext not null,
  language text not null,
  kind text not null,
  subject text not null,
  html text not null,
  body_text text not null,
  attachments jsonb not null default '[]',
  state text not null default 'queued' check (state in ('queued', 'sent', 'kept', 'failed')),
  attempts integer not null default 0,
  last_error text,
  created_at timestamptz not null default now(),
  sent_at timestamptz
);
create index mails_recipient on mails (recipient, id desc);
create index mails_created on mails (created_at desc);
