-- The version of the directory that a shop's last change made; 0 for what is older than versions.
alter table shops add column version bigint not null default 0;

create index shops_version on shops (version);

-- One row in all. Whoever changes a shop raises the version and holds the row until the change is there,
-- so that versions become visible in their order, and whoever knows the shops up to one of them only has
-- to ask for what is newer.
create table directory (
  is_only_row boolean primary key check (is_only_row),
  version bigint not null
);

insert into directory (is_only_row, version) values (true, 0);
