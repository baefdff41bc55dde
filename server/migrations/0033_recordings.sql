-- What of a recording is shown: its first and last segment, and where they begin and end in the
-- whole. All null: everything. Nothing of it is deleted.
alter table broadcasts
  add column trim_first integer,
  add column trim_last integer,
  add column trim_start_ms integer,
  add column trim_end_ms integer,
  -- Since when its organizer knows that some of it could not be kept.
  add column recording_lost_at timestamptz,
  add constraint broadcasts_trim check (
    num_nulls(trim_first, trim_last, trim_start_ms, trim_end_ms) = 4
    or (num_nulls(trim_first, trim_last, trim_start_ms, trim_end_ms) = 0
      and state = 'ended' and recording_ready
      and trim_first <= trim_last and trim_start_ms >= 0 and trim_end_ms > trim_start_ms)
  );

-- A recording as one MP4, made when it is asked for: what is kept of it is its head, for a week.
create table recording_files (
  broadcast_id uuid not null references broadcasts (id),
  rendition text not null,
  first_segment integer not null,
  last_segment integer not null,
  state text not null check (state in ('waiting', 'making', 'ready', 'failed')),
  done integer not null default 0,
  total integer not null default 0,
  bytes bigint not null default 0,
  asked_at timestamptz not null,
  heard_at timestamptz not null,
  primary key (broadcast_id, rendition, first_segment, last_segment)
);
create index recording_files_asked on recording_files (asked_at);
