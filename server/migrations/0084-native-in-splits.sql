-- Native token in a split that no payment explains, as of a block: its transfer emits no log. Null if there is none.
alter table split_totals add column found_units numeric(78, 0) check (found_units > 0);
-- In millionths of a dollar; null while there is no rate.
alter table split_totals add column found_micros numeric(38, 0);
alter table split_totals add column found_at bigint;
alter table split_totals add column found_block bigint;

create index split_totals_found on split_totals (chain_id, split) where found_units is not null;
