-- The secret of a link that a letter leads to, sealed, until the letter has left or the link has
-- ended. The text that is kept has a mark in its place.
alter table mails add column secret bytea;
alter table mails add column secret_ends_at timestamptz;
create index mails_secret on mails (secret_ends_at) where secret is not null;
-- Whose account is deleted has their letters deleted.
create index mails_user on mails (user_id);

-- Letters of before, except those that still have to leave.
update mails set
  html = regexp_replace(html, '/(activate|reset-password)/[A-Za-z0-9_-]{20,}', '/\1/…', 'g'),
  body_text = regexp_replace(body_text, '/(activate|reset-password)/[A-Za-z0-9_-]{20,}', '/\1/…', 'g')
where kind in ('activation', 'recovery') and state <> 'queued';
