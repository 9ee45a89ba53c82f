import type { Plan } from '../../../auth/plans.js'
import type { Address } from '../../../lib/hex.js'
import { defineColumns } from '../../../platform/db/define-columns.js'
import type { Claim, ClaimKey } from './claim.js'

type StoredClaim = Omit<Claim, 'subject'> & {
  merchant: Address | null
  receiptId: string | null
  plan: Plan | null
}

export const claimColumns = defineColumns<StoredClaim>({
  chainId: 'number',
  asset: 'text',
  payer: 'text',
  nonce: 'text',
  holder: 'text',
  state: 'text',
  route: 'text',
  fingerprint: 'bytes',
  idempotencyHash: 'bytes',
  payTo: 'text',
  units: 'units',
  validBeforeSeconds: { kind: 'bigint', name: 'valid_before' },
  merchant: 'text',
  receiptId: 'text',
  plan: 'text',
  claimedAtBlock: 'bigint',
  transactionId: 'text',
  transactionHash: 'text',
  error: 'text',
  subscriptionId: 'text',
  unconfirmedBlock: 'bigint',
  createdAt: 'time',
  updatedAt: 'time',
})

/** SQL condition with the parameters of `keyParams`. */
export const matchesKey = 'chain_id = $1 and asset = $2 and payer = $3 and nonce = $4'

export function keyParams({ chainId, asset, payer, nonce }: ClaimKey): unknown[] {
  return [chainId, asset, payer, nonce]
}

export function toClaim({ merchant, receiptId, plan, ...claim }: StoredClaim): Claim {
  if (plan !== null) return { ...claim, subject: { kind: 'plan', plan } }
  if (merchant === null || receiptId === null) throw new Error('a claim is for an order or a plan')
  return { ...claim, subject: { kind: 'order', merchant, receiptId } }
}
