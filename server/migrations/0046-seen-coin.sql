-- Coin that was at the deposit address at `native_since`. Coin that came later has the time of its flush.
alter table deposits add column native_seen_units numeric(78, 0);
update deposits set native_seen_units = native_units where native_units is not null;
