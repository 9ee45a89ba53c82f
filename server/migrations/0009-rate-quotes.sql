-- The quotes that agreed on the rate, its own among them, for merchants who prefer one of the sources:
-- [{"provider", "usdPpm" as text, "quotedAt"}]. Null in rows from before.
alter table exchange_rates add column quotes jsonb;
