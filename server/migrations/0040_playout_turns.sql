-- Until when it has been told that what the clock plays begins and ends: one row, so that a run of the job
-- that comes late leaves no gap, and one that comes twice tells nothing twice.
create table playout_news (
  one boolean primary key default true check (one),
  told_until timestamptz not null
);
insert into playout_news (told_until) values (now());
