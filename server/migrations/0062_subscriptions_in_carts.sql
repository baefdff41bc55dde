-- A cart holds a subscription too: to a channel, or to the whole site, which is neither product nor channel.
alter table cart_items
  add column channel_id uuid references channels (id),
  add check ((kind = 'subscription') = (product_id is null)),
  add check (channel_id is null or kind = 'subscription');

-- One of each, the whole site among them.
drop index cart_items_one;
create unique index cart_items_one on cart_items (user_id, kind, product_id, channel_id) nulls not distinct;
create index cart_items_channel on cart_items (channel_id) where channel_id is not null;
