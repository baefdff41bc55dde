-- Since when a subscription waits for the rate to the euro of its currency, without which its next month has no
-- right paper; null: it does not. It goes on meanwhile.
alter table subscriptions add column rate_missing_since timestamptz;
create index subscriptions_waiting_for_rates on subscriptions (currency) where rate_missing_since is not null;
