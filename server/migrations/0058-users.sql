-- Receipts whose sale, refunds or payer changed, for those that follow the ledger. Written with the change itself.
create table ledger_changes (
  seq bigint generated always as identity primary key,
  merchant text not null,
  receipt_id text not null
);

insert into ledger_changes (merchant, receipt_id)
select distinct merchant, receipt_id from ledger_postings
where kind in ('sale', 'refund') and receipt_id is not null;

-- Profiles of wallets. Most columns are as the user wrote them.
create table users (
  wallet text primary key,
  id text not null unique,
  handle text not null,
  -- The handle in lower case.
  handle_key text not null unique,
  display_name text not null,
  bio text not null,
  is_public boolean not null,
  -- The hash of the picture in user_avatars.
  avatar_hash text,
  created_at bigint not null,
  updated_at bigint not null
);

-- Hashes of handles, so that no two look alike. Given-up handles stay reserved for their wallet until they are pruned;
-- those of a deleted profile for none.
create table user_handles (
  name_hash text primary key,
  wallet text,
  released_at bigint
);

create index user_handles_wallet on user_handles (wallet);
create index user_handles_released on user_handles (released_at) where released_at is not null;

create table user_avatars (
  wallet text primary key references users (wallet) on delete cascade,
  hash text not null,
  type text not null check (type in ('image/png', 'image/jpeg', 'image/webp', 'image/gif')),
  content bytea not null check (octet_length(content) <= 32768)
);

create index user_avatars_hash on user_avatars (hash);

create table user_follows (
  follower text not null references users (wallet),
  followed text not null references users (wallet),
  created_at bigint not null,
  primary key (follower, followed),
  check (follower <> followed)
);

create index user_follows_followers on user_follows (followed, created_at desc, follower);
create index user_follows_following on user_follows (follower, created_at desc, followed);

-- One row per public user: all that others can find. Narrow, because broad searches read many rows.
create table public_users (
  wallet text primary key references users (wallet),
  -- The folded display name, for sorting, and the words of name, handle and wallet.
  name_key text not null collate "C",
  words tsvector not null,
  xp bigint not null,
  sales int not null,
  purchases int not null,
  followers int not null,
  following int not null,
  created_at bigint not null
);

create index public_users_xp on public_users (xp, wallet);
create index public_users_name on public_users (name_key, wallet);
create index public_users_created on public_users (created_at, wallet);
create index public_users_sales on public_users (sales, wallet);
create index public_users_purchases on public_users (purchases, wallet);
create index public_users_followers on public_users (followers, wallet);
create index public_users_following on public_users (following, wallet);

-- The same words, to find users by rare ones. In byte order, so that a range finds the beginnings of words.
create table user_words (
  word text not null collate "C",
  wallet text not null references public_users (wallet) on delete cascade,
  primary key (word, wallet)
);

create index user_words_wallet on user_words (wallet);

-- When each public user was last seen. A table of its own, because it changes every minute.
create table user_presence (
  wallet text primary key references public_users (wallet) on delete cascade,
  seen_at bigint not null
);

create index user_presence_seen on user_presence (seen_at);

-- The part of each receipt that earns XP: net cents that were paid on chain, by the UTC day of the sale.
create table scored_receipts (
  merchant text not null,
  receipt_id text not null,
  -- Empty when the payer is unknown.
  buyer text not null,
  day int not null,
  net_cents bigint not null check (net_cents > 0),
  primary key (merchant, receipt_id)
);

-- The same by buyer, merchant and day, for which XP is capped.
create table scored_pairs (
  merchant text not null,
  buyer text not null,
  day int not null,
  receipts int not null check (receipts > 0),
  net_cents bigint not null check (net_cents > 0),
  xp int not null,
  primary key (merchant, buyer, day)
);

create index scored_pairs_day on scored_pairs (day);

-- The sums of each wallet, also of those without a profile.
create table user_scores (
  wallet text not null,
  period text not null check (period in ('all', '30d', '7d')),
  xp bigint not null check (xp >= 0),
  sales int not null check (sales >= 0),
  purchases int not null check (purchases >= 0),
  -- Whether the wallet's profile is public.
  is_public boolean not null,
  primary key (wallet, period)
);

create index user_scores_xp on user_scores (period, xp, wallet) where is_public;
create index user_scores_sales on user_scores (period, sales, wallet) where is_public;
create index user_scores_purchases on user_scores (period, purchases, wallet) where is_public;

-- The day for which the periods of user_scores were computed. Locked by everything that changes scores or visibility.
create table user_score_state (
  is_only_row boolean primary key default true check (is_only_row),
  day int not null
);

insert into user_score_state (day) values (0);
