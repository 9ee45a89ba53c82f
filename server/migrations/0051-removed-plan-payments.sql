-- The block of a plan's payment, until that block is final. A reorganisation may remove the payment before.
alter table x402_claims add column unconfirmed_block bigint;
create index x402_claims_unconfirmed on x402_claims (unconfirmed_block) where unconfirmed_block is not null;

-- When the payment of a plan was found to be gone. The purchase then grants no time.
alter table plan_purchases add column revoked_at bigint;
