-- Limits of single merchants that an operator changed. A null value is a removed limit, so that other processes notice it.
create table merchant_limits (
  merchant text not null,
  name text not null,
  value double precision,
  -- Grows with every change, in the order of the commits.
  revision bigint not null,
  changed_at bigint not null,
  primary key (merchant, name)
);

create index merchant_limits_revision on merchant_limits (revision);
