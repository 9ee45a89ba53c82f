import { DAY_MS } from '../../lib/time.js'
import { retryAfter } from '../../platform/chain/outgoing/outgoing-sql.js'
import type { Purpose } from '../../platform/chain/outgoing/signer-roles.js'

/** SQL condition: a transaction of ours has a recorded payout of a split. $1 is the chain. */
export const hasPaidOut = `exists (
  select from releases as paid
  where paid.chain_id = $1 and paid.tx_hash = sent.hash and paid.state <> 'orphaned'
)`

/**
 * SQL condition: the recipients of a merchant may receive native token. Transactions that used more
 * than a third of their gas ran code that burns it, so the next one waits 4 minutes, then twice as
 * long, up to a day. Expects the chain as $1.
 */
export const mayBurnAgain = ({
  merchant,
  purpose,
  now,
}: {
  merchant: string
  purpose: Purpose
  now: string
}) => `not exists (
  select from outgoing_transactions as burned
  where burned.chain_id = $1 and burned.merchant = ${merchant} and burned.purpose = '${purpose}'
    and burned.gas_used * 3 > burned.gas and burned.created_at > ${now}::bigint - ${DAY_MS}
  group by burned.merchant
  having ${retryAfter('max(burned.created_at)', 'count(*) - 1')} > ${now}::bigint
)`
