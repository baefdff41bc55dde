-- What the history of an order looks for by the order.
create index waiting_places_order on waiting_places (order_id) where order_id is not null;
create index payout_items_order on payout_items (order_id);
