-- After a distribution failed or paid no recipient, money that arrived before this block waits until distribute_after.
-- Null if all money waits until then, for example for gas.
alter table split_totals add column distribute_failed_block bigint;

-- How often a flush of this payment moved nothing, and the time of the next attempt.
alter table payments add column flush_failures int not null default 0;
alter table payments add column flush_after bigint not null default 0;

-- Backoffs are for coin from now on. Zero failures: there was no gas budget.
delete from payout_backoffs where token <> '0x0000000000000000000000000000000000000000';
alter table payout_backoffs drop constraint payout_backoffs_failures_check;
alter table payout_backoffs add constraint payout_backoffs_failures_check check (failures >= 0);

-- The block in which the split paid it out.
alter table direct_payments add column released_block bigint;
update direct_payments set released_block = paid.block_number
from (
  select chain_id, split, token, max(block_number) as block_number from releases
  where state <> 'orphaned' group by chain_id, split, token
) as paid
where paid.chain_id = direct_payments.chain_id and paid.split = direct_payments.split
  and paid.token = direct_payments.token and paid.block_number > direct_payments.block_number
  and direct_payments.state <> 'orphaned';
create index direct_payments_released on direct_payments (chain_id, released_block);
create index direct_payments_waiting on direct_payments (chain_id, split)
where state = 'confirmed' and released_block is null;
