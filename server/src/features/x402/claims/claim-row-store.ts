import type { Plan } from '../../../auth/plans.js'
import type { Address, Hash } from '../../../lib/hex.js'
import { toBaseUnits, toBigIntOrNull, toTime } from '../../../platform/db/columns.js'
import type { Subject } from '../terms.js'
import type { Claim, ClaimKey, ClaimState } from './claim.js'

export type ClaimRow = {
  chain_id: string
  asset: Address
  payer: Address
  nonce: Hash
  holder: string
  state: ClaimState
  route: string
  fingerprint: Buffer
  idempotency_hash: Buffer | null
  pay_to: Address
  units: string
  valid_before: string
  merchant: Address | null
  receipt_id: string | null
  plan: Plan | null
  claimed_at_block: string
  transaction_id: string | null
  transaction_hash: Hash | null
  error: string | null
  subscription_id: string | null
  unconfirmed_block: string | null
  created_at: string
  updated_at: string
}

export const claimColumns = `chain_id, asset, payer, nonce, holder, state, route, fingerprint, idempotency_hash, pay_to, units,
  valid_before, merchant, receipt_id, plan, claimed_at_block, transaction_id, transaction_hash, error, subscription_id,
  unconfirmed_block, created_at, updated_at`
/** SQL condition with the parameters of `keyParams`. */
export const matchesKey = 'chain_id = $1 and asset = $2 and payer = $3 and nonce = $4'

export function keyParams({ chainId, asset, payer, nonce }: ClaimKey): unknown[] {
  return [chainId, asset, payer, nonce]
}

export function toClaim(row: ClaimRow): Claim {
  return {
    chainId: Number(row.chain_id),
    asset: row.asset,
    payer: row.payer,
    nonce: row.nonce,
    holder: row.holder,
    state: row.state,
    route: row.route,
    fingerprint: row.fingerprint,
    idempotencyHash: row.idempotency_hash,
    payTo: row.pay_to,
    units: toBaseUnits(row.units),
    validBeforeSeconds: BigInt(row.valid_before),
    subject: toSubject(row),
    claimedAtBlock: BigInt(row.claimed_at_block),
    transactionId: row.transaction_id,
    transactionHash: row.transaction_hash,
    error: row.error,
    subscriptionId: row.subscription_id,
    unconfirmedBlock: toBigIntOrNull(row.unconfirmed_block),
    createdAt: toTime(row.created_at),
    updatedAt: toTime(row.updated_at),
  }
}

function toSubject({ merchant, receipt_id: receiptId, plan }: ClaimRow): Subject {
  if (plan !== null) return { kind: 'plan', plan }
  if (merchant === null || receiptId === null) throw new Error('a claim is for an order or a plan')
  return { kind: 'order', merchant, receiptId }
}
