-- For finding a buyer's receipts, to export or erase personal data.
create index receipts_buyer_wallet on receipts (merchant, buyer_wallet) where buyer_wallet is not null;
create index receipts_billing_email on receipts (merchant, lower(billing ->> 'email')) where billing is not null;
create index receipts_onramp_email on receipts (merchant, lower(onramp_email)) where onramp_email is not null;
create index refunds_buyer on refunds (merchant, buyer) where buyer is not null;
