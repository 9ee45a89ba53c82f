-- A slug that a shop gave up stays reserved for it, and leads to its current one. Null for the current slug.
alter table shop_slugs add column released_at bigint;
alter table shop_slugs drop constraint shop_slugs_merchant_key;
create unique index shop_slugs_current on shop_slugs (merchant) where released_at is null;
create index shop_slugs_merchant on shop_slugs (merchant);
create index shop_slugs_released_at on shop_slugs (released_at) where released_at is not null;

-- A listing that resembles another one waits for an operator. Null when there was nothing to decide.
alter table shops
  add column review text check (review in ('pending', 'approved', 'rejected')),
  add column review_since bigint,
  add check ((review is null) = (review_since is null));
create index shops_in_review on shops (review_since, merchant) where review = 'pending';

-- Hashes of the names and slugs of listed shops. Texts that look alike share a hash.
create table listed_names (
  name_hash text not null,
  merchant text not null references merchants (wallet),
  primary key (name_hash, merchant)
);
create index listed_names_merchant on listed_names (merchant);

-- The version of the rules that made the hashes. 0 until the first listing after the upgrade computes them.
alter table directory add column names_version int not null default 0;
