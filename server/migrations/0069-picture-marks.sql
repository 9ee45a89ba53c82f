-- When the collector first found nothing that refers to a picture. It is deleted only if that still holds at a later time.
alter table media add column unused_at bigint;

drop index media_used_at;
-- The pictures to examine, and those that wait to be deleted.
create index media_used_at on media (used_at) where collected_at is null and unused_at is null;
create index media_unused_at on media (unused_at) where collected_at is null and unused_at is not null;
