-- Has anybody tried to pay this order? Volatile, so that it sees what has been committed by the instant at which
-- it is asked, and not what had been when the statement began that asks it: between the two lies the wait for the order.
create function has_attempts(of_order uuid) returns boolean
  language sql volatile
  begin atomic
    select exists (select from payments where payments.order_id = of_order);
  end;
