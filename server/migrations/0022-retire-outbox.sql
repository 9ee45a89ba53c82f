-- Tasks of the outbox are no longer read or written, so the job that pruned them would show as overdue for ever. The
-- table itself is dropped in a later release: processes of the version before this one may still read it.
delete from job_leases where job = 'prune-outbox';
