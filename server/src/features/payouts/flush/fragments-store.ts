import { DAY_MS } from '../../../lib/time.js'
import type { Purpose } from '../../../platform/chain/outgoing/signer-roles.js'
import { retryAfter } from '../backoff/payout-backoff-store.js'

/**
 * SQL condition: an outgoing transaction failed, or is mined in an indexed block. The sender may not have noticed a reorg
 * yet, so the block hash must match. Expects the chain as $1 and the cursor as $2.
 */
export const hasEnded = `(sent.state in ('failed', 'reverted')
  or (sent.state in ('mined', 'final') and sent.block_number <= $2 and not exists (
    select from chain_blocks as there where there.chain_id = $1
      and there.number = sent.block_number and there.hash <> sent.block_hash
  )))`

/** SQL condition: an outgoing transaction has a recorded payout of a split. Expects the chain as $1. */
export const hasPaidOut = `exists (
  select from releases as paid
  where paid.chain_id = $1 and paid.tx_hash = sent.hash and paid.state <> 'orphaned'
)`

/**
 * SQL condition: the effect of an outgoing transaction is known. It had none, or its logs were read, whose hashes are a
 * parameter: the logs of a block are not enough, because a lagging node omits some.
 */
export const isKnown = (hashes: string) =>
  `(sent.state in ('failed', 'reverted') or sent.hash = any(${hashes}))`

/** SQL condition: a payment has not arrived, and the transaction that moves it meets a condition. Expects the chain as $1. */
export const isMovedBy = (condition: string) => `chain_id = $1 and state <> 'orphaned'
  and flush_key is not null and arrived_block is null and exists (
    select from outgoing_transactions as sent
    where sent.chain_id = $1 and sent.key = payments.flush_key and ${condition}
  )`

/**
 * SQL condition: the recipients of a merchant may receive coin. Transactions that used more than a third of their gas ran
 * code that burns it, so the next one waits 4 minutes, then twice as long, up to a day. Expects the chain as $1.
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
