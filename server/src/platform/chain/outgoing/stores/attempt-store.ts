import type { Address, Hash } from '../../../../lib/hex.js'
import { databaseNow, toTimeOrNull } from '../../../db/columns.js'
import type { Queryable } from '../../../db/db.js'
import type { Fees, Hex } from '../../chain.js'
import type { Attempt, SignerRef } from '../outgoing.js'

type AttemptRow = {
  transaction_id: string
  generation: number
  chain_id: string
  signer: Address
  nonce: string
  raw: Hex
  hash: Hash
  gas: string
  max_fee_per_gas: string
  max_priority_fee_per_gas: string
  is_empty: boolean
  broadcast_at: string | null
  outcome: string | null
}

const columns = `transaction_id, generation, chain_id, signer, nonce, raw, hash, gas, max_fee_per_gas,
  max_priority_fee_per_gas, is_empty, broadcast_at, outcome`

export async function insertAttempt(db: Queryable, attempt: Attempt): Promise<void> {
  await db.query(
    `insert into outgoing_attempts (${columns})
     values ($1, $2, $3, $4, $5, $6, $7, $8, $9, $10, $11, $12, $13)`,
    [
      attempt.transactionId,
      attempt.generation,
      attempt.chainId,
      attempt.signer,
      attempt.nonce,
      attempt.raw,
      attempt.hash,
      attempt.gas,
      attempt.maxFeePerGas,
      attempt.maxPriorityFeePerGas,
      attempt.isEmpty,
      attempt.broadcastAt,
      attempt.outcome,
    ],
  )
}

/** Lists all attempts of these transactions, oldest first. */
export async function listAttempts(db: Queryable, ids: readonly string[]): Promise<Attempt[]> {
  const { rows } = await db.query<AttemptRow>(
    `select ${columns} from outgoing_attempts where transaction_id = any($1) order by generation`,
    [ids],
  )
  return rows.map(toAttempt)
}

/** Stores a node's response to a broadcast. */
export async function recordOutcome(
  db: Queryable,
  { transactionId, generation, outcome }: Attempt & { outcome: string },
): Promise<void> {
  await db.query(
    `update outgoing_attempts set outcome = $3, broadcast_at = coalesce(broadcast_at, ${databaseNow})
     where transaction_id = $1 and generation = $2`,
    [transactionId, generation, outcome],
  )
}

/** Returns the highest nonce ever signed, or `null`. */
export async function findHighestNonce(
  db: Queryable,
  { chainId, signer }: SignerRef,
): Promise<number | null> {
  const { rows } = await db.query<{ nonce: string | null }>(
    'select max(nonce) as nonce from outgoing_attempts where chain_id = $1 and signer = $2',
    [chainId, signer],
  )
  const nonce = rows[0]?.nonce ?? null
  return nonce === null ? null : Number(nonce)
}

/** Returns the highest fees ever offered under a nonce, or `null`. */
export async function findHighestFees(
  db: Queryable,
  { chainId, signer, nonce }: SignerRef & { nonce: number },
): Promise<Fees | null> {
  const { rows } = await db.query<{ fee: string | null; priority: string | null }>(
    `select max(max_fee_per_gas) as fee, max(max_priority_fee_per_gas) as priority
     from outgoing_attempts where chain_id = $1 and signer = $2 and nonce = $3`,
    [chainId, signer, nonce],
  )
  const { fee = null, priority = null } = rows[0] ?? {}
  if (fee === null || priority === null) return null
  return { maxFeePerGas: BigInt(fee), maxPriorityFeePerGas: BigInt(priority) }
}

function toAttempt(row: AttemptRow): Attempt {
  return {
    transactionId: row.transaction_id,
    generation: row.generation,
    chainId: Number(row.chain_id),
    signer: row.signer,
    nonce: Number(row.nonce),
    raw: row.raw,
    hash: row.hash,
    gas: BigInt(row.gas),
    maxFeePerGas: BigInt(row.max_fee_per_gas),
    maxPriorityFeePerGas: BigInt(row.max_priority_fee_per_gas),
    isEmpty: row.is_empty,
    broadcastAt: toTimeOrNull(row.broadcast_at),
    outcome: row.outcome,
  }
}
