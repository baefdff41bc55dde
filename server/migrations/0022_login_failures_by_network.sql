-- Counted twice: from one network, where few tries are free, and from anywhere (network ''), where many
-- are. Networks stand as keyed digests. From where somebody has logged in lately, strangers elsewhere
-- do not count.
alter table login_failures add column network text not null default '';
alter table login_failures add column known_until timestamptz;
alter table login_failures drop constraint login_failures_pkey;
alter table login_failures add primary key (email, network);
