-- Rows of the books are never changed; nor are all of them taken away at once.
create trigger ledger_kept before truncate on ledger_entries
  for each statement execute function refuse_change();
create trigger invoices_kept before truncate on invoices
  for each statement execute function refuse_change();
