import type { Address, Hash } from '../../lib/hex.js'
import type { Refused } from '../../platform/chain/logs/decode-logs.js'
import type { Queryable } from '../../platform/db/db.js'
import type { Payout } from '../payments/payment.js'
import { hasEnded, hasPaidOut } from './flush/fragments-store.js'

/**
 * Lists mined flushes whose money has not arrived, and mined distributions without a payout. Those
 * of a flush that arrived or a distribution that paid are recorded already.
 */
export async function listUnrecorded(
  db: Queryable,
  { chainId, upTo, limit }: { chainId: number; upTo: bigint; limit: number },
): Promise<{ hash: Hash; blockHash: Hash }[]> {
  const { rows } = await db.query<{ hash: Hash; block_hash: Hash }>(
    `select distinct sent.hash, sent.block_hash
     from (
       select native_flush_key as key, false as is_distribution from deposits
       where chain_id = $1 and native_flush_key is not null
       union
       select flush_key, false from payments
       where chain_id = $1 and flush_key is not null and arrived_block is null and state <> 'orphaned'
       union
       select distribute_key, true from split_totals
       where chain_id = $1 and distribute_key is not null
     ) as moving join outgoing_transactions as sent on sent.chain_id = $1 and sent.key = moving.key
     where sent.state in ('mined', 'final') and ${hasEnded}
       and not (is_distribution and ${hasPaidOut}) limit $3`,
    [chainId, upTo, limit],
  )
  return rows.map((row) => ({ hash: row.hash, blockHash: row.block_hash }))
}

/**
 * Releases native token that a payout address refused in one of our transactions, and returns the payout addresses. The
 * coin is still at its deposit address, so it keeps the time at which it was seen.
 */
export async function releaseRefusedCoin(
  db: Queryable,
  { chainId, refused, token }: { chainId: number; refused: readonly Refused[]; token: Address },
): Promise<Payout[]> {
  const coin = refused.filter((one) => one.token === token)
  if (coin.length === 0) return []
  const { rows } = await db.query<{ payout_address: Address }>(
    `update deposits set native_flush_key = null
     from unnest($2::text[], $3::text[], $4::text[]) as given (receipt_key, payout_address, tx_hash)
       join outgoing_attempts as attempt on attempt.hash = given.tx_hash
       join outgoing_transactions as sent on sent.id = attempt.transaction_id
     where deposits.chain_id = $1 and deposits.receipt_key = given.receipt_key
       and deposits.payout_address = given.payout_address and deposits.native_flush_key = sent.key
     returning deposits.payout_address`,
    [
      chainId,
      coin.map(({ receiptKey }) => receiptKey),
      coin.map(({ payoutAddress }) => payoutAddress),
      coin.map(({ transactionHash }) => transactionHash),
    ],
  )
  return rows.map((row) => ({ payoutAddress: row.payout_address, token }))
}
