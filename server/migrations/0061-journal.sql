-- Segments of the journal whose records are in the database. A process that stopped between the replay and the removal of
-- the file must not replay it again.
create table journal_segments (
  id text primary key,
  replayed_at bigint not null
);
create index journal_segments_replayed_at on journal_segments (replayed_at);

-- Records that conflict with the database, and damaged bytes of the journal. The content is sealed.
create table journal_quarantine (
  id text primary key,
  kind text not null,
  merchant text,
  keys text[] not null,
  reason text not null,
  accepted_at bigint,
  quarantined_at bigint not null,
  sealed bytea not null
);
create index journal_quarantine_page on journal_quarantine (quarantined_at, id);
