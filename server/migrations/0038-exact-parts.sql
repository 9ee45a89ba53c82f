-- Native coin of one flush that came at two times: the smaller part and its time. The rest has the time of the payment.
alter table payments add column lesser_units numeric(78, 0), add column lesser_at bigint,
  add constraint payments_lesser check ((lesser_units is null) = (lesser_at is null) and lesser_units > 0);
