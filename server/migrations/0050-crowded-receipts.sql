-- The earliest time of the next settlement, whatever happens on chain: a receipt with very many payments takes long.
alter table settlements add column not_before bigint not null default 0;
