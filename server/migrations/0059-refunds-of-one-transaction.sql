-- One transaction may pay several buyers of a receipt, or a refund and a return of credit.
alter table refunds drop constraint refunds_merchant_receipt_id_transaction_hash_key;
create unique index refunds_once
on refunds (merchant, receipt_id, transaction_hash, coalesce(buyer, ''), is_credit)
where transaction_hash is not null;
