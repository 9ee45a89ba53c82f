-- What each merchant sells.
create table items (
  merchant text not null references merchants (wallet),
  id text not null,
  sku text not null,
  name text not null,
  description text not null,
  category text not null,
  tags text[] not null,
  price_usd_cents bigint check (price_usd_cents >= 0),
  price_cents bigint check (price_cents >= 0),
  currency text check (currency in ('USD', 'EUR')),
  price_includes_tax boolean not null,
  taxable boolean not null,
  -- -1 for unlimited. Thousandths, because some things are sold by weight.
  stock_qty numeric(13, 3) not null check (stock_qty >= 0 or stock_qty = -1),
  reserved_qty numeric(13, 3) not null default 0 check (reserved_qty >= 0),
  images text[] not null,
  image_bytes bigint not null,
  industry_pack text not null,
  attributes jsonb not null,
  active boolean not null,
  created_at bigint not null,
  updated_at bigint not null,
  -- The version of the catalogue that the last change made.
  version bigint not null,
  primary key (merchant, id),
  constraint items_sku unique (merchant, sku),
  -- A native price has a currency, and an item has one price at least.
  check ((price_cents is null) = (currency is null)),
  check (price_cents is not null or price_usd_cents is not null),
  -- Dollars given as the native price are the dollar price; they stand in one place only.
  check (currency <> 'USD' or price_usd_cents is null)
);

create index items_version on items (merchant, version, id);

-- Items that are gone, for a day: whoever knew the catalogue before learns of it here.
create table deleted_items (
  merchant text not null references merchants (wallet),
  id text not null,
  version bigint not null,
  deleted_at bigint not null,
  primary key (merchant, id)
);

create index deleted_items_version on deleted_items (merchant, version);
create index deleted_items_deleted_at on deleted_items (deleted_at);

-- One row a merchant. Whoever changes items holds it and raises the version, so that versions become
-- visible in their order; the sums are those over the merchant's items.
create table catalogues (
  merchant text primary key references merchants (wallet),
  version bigint not null,
  items bigint not null,
  text_bytes bigint not null,
  image_bytes bigint not null
);
