-- How far the sandbox's clock is ahead of the real one. One row, none until somebody turns it.
create table sandbox_clock (
  only_row boolean primary key default true check (only_row),
  ahead_ms bigint not null check (ahead_ms >= 0)
);

-- The first block of each chain, and the last one that this database has seen. A chain that no longer has them was
-- rolled back, lost its file, or is another one under the same number.
create table chain_heads (
  chain_id bigint primary key,
  first_hash text not null,
  block_number bigint not null,
  block_hash text not null,
  seen_at bigint not null
);
