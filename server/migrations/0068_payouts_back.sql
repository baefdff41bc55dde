-- When a bank sent a payment back, and who said that the account is right all the same: until then, or until
-- the account is another, nothing more goes there.
alter table payouts add column returned_at timestamptz;
alter table payouts add column account_confirmed_at timestamptz;
alter table payouts add column account_confirmed_by uuid references users (id);
update payouts p set returned_at = coalesce((select min(e.created_at) from ledger_entries e
  where e.payout_id = p.id and e.posting = 'payout-returned:' || p.id), p.settled_at)
  where p.state = 'returned';
alter table payouts add constraint payouts_returned check ((state = 'returned') = (returned_at is not null));
create index payouts_returned on payouts (channel_id)
  where state = 'returned' and account_confirmed_at is null;
