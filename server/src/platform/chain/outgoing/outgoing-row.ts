import type { Address, Hash } from '../../../lib/hex.js'
import { toBigIntOrNull, toTime, toTimeOrNull } from '../../db/columns.js'
import type { Hex } from '../chain.js'
import type { Outgoing, OutgoingState } from './outgoing.js'
import type { Purpose } from './signer-roles.js'

export type OutgoingRow = {
  id: string
  chain_id: string
  key: string
  purpose: Purpose
  merchant: Address | ''
  recipient: Address
  data: Hex
  value: string
  created_at: string
  state: OutgoingState
  state_since: string
  planned_us: string
  error: string | null
  error_since: string | null
  signer: Address | null
  nonce: string | null
  hash: Hash | null
  generation: number
  bumps: number
  taken_since: string | null
  taken_at_block: string | null
  stuck_since: string | null
  block_number: string | null
  block_hash: Hash | null
  gas_used: string | null
  gas: string
  payer: Address | null
}

export const outgoingColumns = `id, chain_id, key, purpose, merchant, recipient, data, value::text, created_at, state, state_since,
  planned_us, error, error_since, signer, nonce, hash, generation, bumps, taken_since, taken_at_block, stuck_since,
  block_number, block_hash, gas_used, gas, payer`

export function toOutgoing(row: OutgoingRow): Outgoing {
  return {
    id: row.id,
    chainId: Number(row.chain_id),
    key: row.key,
    purpose: row.purpose,
    merchant: row.merchant,
    to: row.recipient,
    data: row.data,
    value: BigInt(row.value),
    createdAt: toTime(row.created_at),
    state: row.state,
    stateSince: toTime(row.state_since),
    plannedUs: BigInt(row.planned_us),
    error: row.error,
    errorSince: toTimeOrNull(row.error_since),
    signer: row.signer,
    nonce: row.nonce === null ? null : Number(row.nonce),
    hash: row.hash,
    generation: row.generation,
    bumps: row.bumps,
    takenSince: toTimeOrNull(row.taken_since),
    takenAtBlock: toBigIntOrNull(row.taken_at_block),
    stuckSince: toTimeOrNull(row.stuck_since),
    blockNumber: toBigIntOrNull(row.block_number),
    blockHash: row.block_hash,
    gasUsed: toBigIntOrNull(row.gas_used),
    gas: BigInt(row.gas),
    payer: row.payer,
  }
}
