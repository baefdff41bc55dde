-- A posting is written by one statement, so it is looked at once, when that statement is done, and
-- not once for each of its rows at commit.
drop trigger ledger_balanced on ledger_entries;
create or replace function demand_balanced_posting() returns trigger language plpgsql as $$
declare
  wrong record;
begin
  -- For each posting by itself, so that the index of the orders is used however long the books are.
  select a.order_id, a.posting into wrong
    from (select distinct order_id, posting, currency from added) a
    where (select sum(e.amount) from ledger_entries e where e.order_id = a.order_id
      and e.posting = a.posting and e.currency = a.currency) <> 0
    limit 1;
  if found then
    raise exception 'ledger posting % of order % does not sum to zero', wrong.posting, wrong.order_id;
  end if;
  return null;
end $$;
create trigger ledger_balanced after insert on ledger_entries
  referencing new table as added for each statement execute function demand_balanced_posting();
