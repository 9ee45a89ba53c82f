-- How far the sandbox's clock is ahead of the real one. One row, none until somebody turns it.
create table sandbox_clock (
  only_row boolean primary key default true check (only_row),
  ahead_ms bigint not null check (ahead_ms >= 0)
);

-- The last block of each chain that this database has seen. A chain that no longer has it was rolled back, lost
-- its file, or is another one under the same number.
create table chain_heads (
  chain_id bigint primary key,
  genesis_hash text not null,
  block_number bigint not null,
  block_hash text not null,
  seen_at bigint not null
);
