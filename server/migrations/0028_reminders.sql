-- Where a letter's reader ends such letters by one click; empty: it is about something they did.
alter table mails add column stop_path text not null default '';

-- Whether somebody wants to be reminded of what they have a ticket for.
alter table users add column reminders boolean not null default true;

-- One row for each person, session and moment: whoever writes it first writes the letter.
create table reminders (
  user_id uuid not null references users (id),
  session_id uuid not null references product_sessions (id),
  kind text not null check (kind in ('day', 'hour', 'now')),
  sent_at timestamptz not null,
  primary key (user_id, session_id, kind)
);
create index reminders_session on reminders (session_id);
