-- A shop's configuration as the merchant has set it; what is missing has its default.
create table shops (
  merchant text primary key references merchants (wallet),
  config jsonb not null,
  updated_at bigint not null
);

-- Unique over all merchants, so it stands apart from the table that is divided by merchant.
create table shop_slugs (
  slug text primary key,
  merchant text not null unique references merchants (wallet)
);
