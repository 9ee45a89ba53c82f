-- Whether a merchant took this plan itself while it had no price. It costs nothing, so its holder is not established.
alter table plan_subscriptions add column is_free boolean not null default false;
