create index notifications_unread on notifications (user_id, id desc) where read_on is null;
