-- The parts of a refund by line of its receipt. Null for returned credit and for refunds recorded before this version, which
-- count as refunds by amount.
alter table refunds add column lines jsonb;
