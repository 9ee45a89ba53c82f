-- Every outgoing transaction is signed with this gas limit, so that no contract can shape it. Replaces the upper bound
-- for estimates. The priority orders planned transactions, lowest first: payments signed by buyers, settlement, charges,
-- deployments. The payer signed the payment that a transaction submits, and has a gas budget.
alter table outgoing_transactions rename column most_gas to gas;
alter table outgoing_transactions add column priority smallint not null default 1;
alter table outgoing_transactions add column payer text;

-- Transactions of earlier versions.
update outgoing_transactions set
  gas = case purpose
    when 'deposit.flush' then 9800000
    when 'split.distribute' then 7300000
    when 'split.create' then 400000
    else coalesce(gas, 720000)
  end,
  priority = case purpose when 'payment.authorized' then 0 when 'nonce.fill' then 0 when 'split.create' then 3 else 1 end;

alter table outgoing_transactions alter column gas set not null;
alter table outgoing_transactions alter column priority drop default;

drop index outgoing_transactions_planned;
create index outgoing_transactions_planned
on outgoing_transactions (chain_id, priority, tried_at, planned_us)
where state = 'planned';

-- Budgets count the gas of a day, and the limits of unfinished transactions.
create index outgoing_transactions_spent on outgoing_transactions (chain_id, state_since)
where gas_used is not null;
create index outgoing_transactions_merchant on outgoing_transactions (chain_id, merchant, state_since)
where merchant <> '';
create index outgoing_transactions_payer on outgoing_transactions (chain_id, payer, state_since)
where payer is not null;
