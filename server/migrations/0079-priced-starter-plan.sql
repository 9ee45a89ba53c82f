-- An operator may set a price for the starter plan too.
alter table plan_purchases drop constraint plan_purchases_plan_check;
alter table plan_purchases add constraint plan_purchases_plan_check
  check (plan in ('starter', 'pro', 'enterprise'));
