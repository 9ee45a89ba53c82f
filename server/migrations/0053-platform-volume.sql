-- For the volume of the whole platform by day.
create index ledger_postings_volume on ledger_postings (at) where kind in ('sale', 'refund', 'plan');
