-- Wallets that proved to be controlled by a buyer of a receipt: they signed in on its payment page, or signed a payment
-- that a transfer to its deposit address carried out. Refunds to other payers wait for the merchant.
create table receipt_signers (
  merchant text not null,
  receipt_id text not null,
  wallet text not null,
  signed_at bigint not null,
  primary key (merchant, receipt_id, wallet)
);

insert into receipt_signers (merchant, receipt_id, wallet, signed_at)
select merchant, receipt_id, payer, min(created_at) from x402_claims
where state = 'settled' and merchant is not null and receipt_id is not null
group by merchant, receipt_id, payer;
