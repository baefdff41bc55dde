-- A room is read in the order in which it saw the messages: those that waited for a moderator come
-- when they were let through.
create index chat_messages_shown on chat_messages (product_id, (coalesce(decided_at, sent_at)) desc)
  where state <> 'deleted';
