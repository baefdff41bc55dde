-- A notice that broke is tried again by the clock, later each time; of one that stays so administrators
-- hear once.
alter table provider_events add column tries integer not null default 0;
alter table provider_events add column told_at timestamptz;
-- Names of buyers and cards were struck out of it: their account is gone, or nobody asks any more.
alter table provider_events add column struck_at timestamptz;

-- When the provider was last asked about a payment: whoever waited longest is next.
alter table payments add column asked_at timestamptz;

-- Once somebody has set a way of paying, the sandbox takes no money in place of one that is gone. What
-- was saved before now may have been one.
alter table media_pay add column providers_saved_at timestamptz;
update media_pay set providers_saved_at = updated_at;

-- Kept no longer: nothing is charged to it. Its token goes once the provider has forgotten it too.
alter table kept_means add column forgotten_at timestamptz;
alter table kept_means alter column token drop not null;
create index kept_means_to_forget on kept_means (forgotten_at)
  where forgotten_at is not null and token is not null;
