-- Pictures by the SHA-256 hash of the uploaded file. The smallest size is here, because order lines embed it.
create table media (
  hash text primary key check (hash ~ '^[0-9a-f]{64}$'),
  width integer not null,
  height integer not null,
  -- Of all sizes together.
  bytes integer not null,
  thumb bytea not null check (octet_length(thumb) <= 1134),
  -- Whether an order line shows it. Its thumbnail is then kept, whatever happens to the item.
  is_sold boolean not null default false,
  -- When the larger sizes were deleted, because nothing but order lines referred to the picture.
  collected_at bigint,
  created_at bigint not null,
  -- When it was last known to be used.
  used_at bigint not null
);

create index media_used_at on media (used_at) where collected_at is null;

-- The larger sizes, unless a directory or a bucket keeps them.
create table media_files (
  hash text not null references media (hash) on delete cascade,
  size integer not null,
  content bytea not null,
  primary key (hash, size)
);

-- WebP does not compress any further.
alter table media_files alter column content set storage external;

-- Items whose pictures have not been moved into the media store yet. An item has at most eight.
create index items_embedded on items (merchant, id)
where images[1] like 'data:%' or images[2] like 'data:%' or images[3] like 'data:%' or images[4] like 'data:%'
  or images[5] like 'data:%' or images[6] like 'data:%' or images[7] like 'data:%' or images[8] like 'data:%';

-- The collector looks for the profiles of pictures.
create index users_avatar_hash on users (avatar_hash) where avatar_hash is not null;
