-- Each split contract belongs to one merchant, who may refer to it in several versions of its split.
create table split_contracts (
  chain_id bigint not null,
  address text not null,
  merchant text not null references merchants (wallet),
  primary key (chain_id, address),
  unique (chain_id, address, merchant)
);

-- Until now several merchants could register the same contract. It belongs to one of its recipients, or else to the
-- merchant that registered it first.
insert into split_contracts (chain_id, address, merchant)
select distinct on (chain_id, address) chain_id, address, merchant from splits
order by chain_id, address,
  recipients @> jsonb_build_array(jsonb_build_object('address', merchant)) desc,
  created_at, merchant;

-- Not valid: the rows of the other merchants stay.
alter table splits add constraint splits_contract
foreign key (chain_id, address, merchant) references split_contracts (chain_id, address, merchant) not valid;

-- Part of the key of every new receipt, so that two installations never share a deposit address.
create table installation (
  is_only_row boolean primary key default true check (is_only_row),
  id text not null
);

insert into installation (id) values (gen_random_uuid());

-- The installation in the key of the receipt's deposit address. Null for receipts from before, whose key has none.
alter table receipts add column installation_id text;
