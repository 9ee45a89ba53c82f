-- The flushes of a deposit address in chain order. Anyone can send any number of payments to an address.
create index payments_flushed on payments (chain_id, deposit_address, token, arrived_block, arrived_log);
