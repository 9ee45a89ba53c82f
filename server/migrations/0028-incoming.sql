-- flush: tokens that a flush moved beyond the known deposits. Like native coin, they are known by the flush alone.
alter table payments drop constraint payments_kind_check;
alter table payments add constraint payments_kind_check
check (kind in ('deposit', 'gateway', 'native', 'flush'));

create index payments_flush on payments (chain_id, deposit_address) where kind = 'flush';

-- The newest block that the chain reports as safe. Large receipts are paid only by payments up to it.
alter table chain_cursors add column safe_number bigint not null default 0;
update chain_cursors set safe_number = least(finalized_number, block_number);

-- The receipt is confirmed and waits until this block is safe.
alter table settlements add column safe_at_block bigint;
create index settlements_safe on settlements (safe_at_block) where safe_at_block is not null;
