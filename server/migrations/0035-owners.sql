-- The id of an invitation. Rows from before get one, and so do rows that an older process inserts.
alter table members
  add column invitation_id text not null default 'inv_' || replace(gen_random_uuid()::text, '-', '');

-- The owner may be another wallet than the merchant's, but there is only one.
create unique index members_owner on members (merchant) where role = 'owner';

-- ownership_nonce is part of every signed message that changes the owner or the recovery wallet, and each change
-- replaces it. The recovery wallet counts until recovery_removed_at, or without end when that is null.
alter table merchants
  add column ownership_nonce text not null default gen_random_uuid()::text,
  add column recovery_wallet text,
  add column recovery_removed_at bigint;

create index merchants_by_recovery_wallet on merchants (recovery_wallet) where recovery_wallet is not null;
