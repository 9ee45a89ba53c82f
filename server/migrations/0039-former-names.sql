-- When the shop took the slug, and whether renames leave it reserved: the shop used it for a day, or was listed with it.
-- Unknown for earlier slugs, which count as used for a day.
alter table shop_slugs add column taken_at bigint, add column lasting boolean not null default false;
update shop_slugs set lasting = true where released_at is not null;

-- Names under which a shop was listed for a day stay reserved for it. released_at is null for the current names, and
-- listed_at for names from before this migration.
alter table listed_names add column listed_at bigint, add column released_at bigint;
create index listed_names_released_at on listed_names (released_at) where released_at is not null;
