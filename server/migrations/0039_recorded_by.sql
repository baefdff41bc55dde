-- The node that has the files of a broadcast in hand: what it left unfinished when it died is finished
-- by another. Null: nobody has.
alter table broadcasts add column recorded_by text check (length(recorded_by) between 1 and 300);
create index broadcasts_unfinished on broadcasts (id)
  where state = 'ended' and not recording_ready and storage_prefix <> '';
