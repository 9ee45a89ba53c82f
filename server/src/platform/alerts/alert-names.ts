/** All alerts. Each name has a row in docs/operations.md; a test compares the two. */
export const alertNames = [
  'chain_unavailable',
  'chain_unexamined',
  'chain_wrong',
  'charges_delayed',
  'contracts_missing',
  'datastore_unavailable',
  'embedded_database_down',
  'event_publishing_blocked',
  'event_undeliverable',
  'events_unpublished',
  'exchange_rate_unavailable',
  'fees_above_limit',
  'gas_budget_low',
  'gas_budget_spent',
  'job_failing',
  'job_overdue',
  'master_key_mismatch',
  'payments_behind',
  'receipt_unsettled',
  'sandbox_chain_down',
  'signer_unfunded',
  'signing_secret_unreadable',
  'transaction_stuck',
  'worker_failing',
] as const

export type AlertName = (typeof alertNames)[number]
