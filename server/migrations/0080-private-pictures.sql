-- Whether anyone may get the picture by its hash. Those of profiles are shown only while the profile is public.
alter table media add column is_public boolean not null default true;

update media set is_public = false
where not is_sold
  and exists (select from users where avatar_hash = media.hash)
  and not exists (select from items where ('media:' || media.hash) = any(images))
  and not exists (select from shops where config::text like '%/media/' || media.hash || '/%');
