-- Counted twice: from one network, where few tries are free, and from anywhere (network ''), where many
-- are. A stranger's wrong passwords then do not keep the owner out.
alter table login_failures add column network text not null default '';
alter table login_failures drop constraint login_failures_pkey;
alter table login_failures add primary key (email, network);
