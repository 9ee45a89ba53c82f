import type { Address, Hash } from '../../lib/hex.js'
import type { UnixMs } from '../../lib/time.js'
import { hasEnded, isKnown, retryAfter } from '../../platform/chain/outgoing/outgoing-sql.js'
import { changeInBatches, isInNextBatch } from '../../platform/db/change-in-batches.js'
import { valuesOf } from '../../platform/db/columns.js'
import type { Queryable } from '../../platform/db/db.js'
import type { Distribution, Payout, ReceiptRef } from './payment.js'

/** A token at a deposit address. */
export type DepositedToken = { address: Address; token: Address }

/** SQL of the columns of a payment whose flush failed. */
const failedFlush = (now: string) => `flush_failures = flush_failures + 1,
  flush_after = ${retryAfter(now, 'flush_failures')}`

/** SQL condition: a payment has not arrived, and the transaction that moves it matches. */
const isMovedBy = (condition: string) => `chain_id = $1 and state <> 'orphaned'
  and flush_key is not null and arrived_block is null and exists (
    select from outgoing_transactions as sent
    where sent.chain_id = $1 and sent.key = payments.flush_key and ${condition}
  )`

/** Assigns tokens to a flush. Returns the number of payments: none if another flush was faster. */
export async function assignTokens(
  db: Queryable,
  input: { chainId: number; flushes: readonly DepositedToken[]; key: string },
): Promise<number> {
  const { chainId, flushes, key } = input
  const assigned = await changeInBatches(
    db,
    `update payments set flush_key = $4, flush_alone = flush_alone or $5
     where ${isInNextBatch(
       'payments',
       `chain_id = $1 and kind = 'deposit' and state = 'confirmed' and arrived_block is null
         and flush_key is null and (deposit_address, token) in (
           select address, token from unnest($2::text[], $3::text[]) as given (address, token)
         )`,
       'for update',
     )}
     returning log_index`,
    [chainId, ...valuesOf(flushes, ['address', 'token']), key, flushes.length === 1],
  )
  return assigned.length
}

/** Postpones tokens at deposit addresses. Each payment waits on its own, so others do not. */
export async function postponeTokens(
  db: Queryable,
  { chainId, tokens, now }: { chainId: number; tokens: readonly DepositedToken[]; now: UnixMs },
): Promise<void> {
  await changeInBatches(
    db,
    `update payments set ${failedFlush('$2')}
     where ${isInNextBatch(
       'payments',
       `chain_id = $1 and kind = 'deposit' and state = 'confirmed' and arrived_block is null
         and flush_key is null and flush_after <= $2 and (deposit_address, token) in (
           select address, token from unnest($3::text[], $4::text[]) as given (address, token)
         )`,
     )}
     returning log_index`,
    [chainId, now, ...valuesOf(tokens, ['address', 'token'])],
  )
}

/** Ends the waits of tokens for payout addresses that have accepted the same token since. */
export async function endWaits(
  db: Queryable,
  { chainId, payouts }: { chainId: number; payouts: readonly Payout[] },
): Promise<void> {
  if (payouts.length === 0) return
  await changeInBatches(
    db,
    `update payments set flush_after = 0
     where ${isInNextBatch(
       'payments',
       `chain_id = $1 and state = 'confirmed' and released_block is null and arrived_block is null
         and flush_after > 0 and (payout_address, token) in (
           select payout_address, token
           from unnest($2::text[], $3::text[]) as given (payout_address, token)
         )`,
     )}
     returning log_index`,
    [chainId, ...valuesOf(payouts, ['payoutAddress', 'token'])],
  )
}

/** Releases the tokens of failed transactions with several flushes, and marks them to go alone. */
export async function releaseTokenBatches(db: Queryable, chainId: number): Promise<void> {
  const hasFailed = `sent.state in ('failed', 'reverted')`
  await changeInBatches(
    db,
    `update payments set flush_key = null, flush_alone = true
     where ${isInNextBatch('payments', `not flush_alone and ${isMovedBy(hasFailed)}`)}
     returning log_index`,
    [chainId],
  )
}

/** Releases tokens that failed alone, or stayed although their transaction is mined. They wait. */
export async function releaseTokens(
  db: Queryable,
  input: { chainId: number; cursor: bigint; hashes: readonly Hash[]; now: UnixMs },
): Promise<void> {
  await changeInBatches(
    db,
    `update payments set flush_key = null, ${failedFlush('$4')}
     where ${isInNextBatch('payments', isMovedBy(`${hasEnded} and ${isKnown('$3')}`))}
     returning log_index`,
    [input.chainId, input.cursor, input.hashes, input.now],
  )
}

/** Marks the money as released that a distribution paid out, and returns its receipts. */
export async function markReleased(
  db: Queryable,
  { chainId, split, token, blockNumber }: Distribution & { chainId: number },
): Promise<ReceiptRef[]> {
  const values = [chainId, split, token, blockNumber]
  await changeInBatches(
    db,
    `update direct_payments set released_block = $4
     where ${isInNextBatch(
       'direct_payments',
       `chain_id = $1 and split = $2 and token = $3 and state <> 'orphaned'
         and released_block is null and block_number < $4`,
     )}
     returning log_index`,
    values,
  )
  const rows = await changeInBatches<{ merchant: Address; receipt_id: string }>(
    db,
    `update payments set released_block = $4
     where ${isInNextBatch(
       'payments',
       `chain_id = $1 and payout_address = $2 and token = $3 and state <> 'orphaned'
         and released_block is null and arrived_block < $4`,
     )}
     returning merchant, receipt_id`,
    values,
  )
  return rows.map((row) => ({ merchant: row.merchant, receiptId: row.receipt_id }))
}
