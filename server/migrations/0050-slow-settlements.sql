-- A receipt whose settlement took long, because strangers made very many payments to it, is not settled again until then.
-- Unlike due_after, new payments do not change it.
alter table settlements add column slow_until bigint not null default 0;
