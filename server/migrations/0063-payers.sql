-- For finding what a wallet paid, to export or erase personal data.
create index payments_payer on payments (merchant, payer) where payer is not null;
create index payment_hints_payer on payment_hints (merchant, payer) where payer is not null;
create index direct_payments_payer on direct_payments (merchant, payer) where payer is not null;
