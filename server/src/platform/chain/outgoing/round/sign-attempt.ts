import { type Address, type Hash, parseHash } from '../../../../lib/hex.js'
import type { Fees, Hex } from '../../chain.js'
import { withMargin } from '../gas-limits.js'
import type { Attempt, Sendable } from '../outgoing.js'
import { insertAttempt } from '../stores/attempt-store.js'
import { insertIntent } from '../stores/outgoing-store.js'
import { markSigned } from '../stores/progress-store.js'
import { broadcastAttempt } from './broadcast-attempt.js'
import type { SenderContext, SigningKind } from './sender-rules.js'
import { writeWithLease } from './write-with-lease.js'

export type Signing = {
  row: Sendable
  kind: SigningKind
  nonce: number
  gas: bigint
  fees: Fees
  isEmpty: boolean
  /** Why an empty transaction is needed. */
  error?: string | null
}

/**
 * Signs a transaction, stores it, and only then broadcasts it, so that the database knows every
 * transaction on chain. Returns whether it became `sent`.
 *
 * @throws {LeaseLost} before anything was stored or sent.
 */
export async function signAttempt(sender: SenderContext, signing: Signing): Promise<boolean> {
  const { row, kind, nonce, gas, fees, isEmpty, error = null } = signing
  const { chainId, signer } = sender.lease
  const { to, data, value } = isEmpty ? { to: signer, data: '0x' as const, value: 0n } : row
  const unsigned = { chainId, nonce, to, data, value, gas, ...fees }
  const attempt: Attempt = {
    transactionId: row.id,
    generation: row.generation + 1,
    chainId,
    signer,
    nonce,
    gas,
    ...fees,
    isEmpty,
    broadcastAt: null,
    outcome: null,
    ...(await signTransaction(sender.privateKey, unsigned)),
  }
  await sender.hook(`${kind}:signed`)

  const bumps = kind === 'bump' ? row.bumps + 1 : kind === 'replace' ? row.bumps : 0
  const isStored = await writeWithLease(sender, async (tx) => {
    if (kind === 'fill') await insertIntent(tx, row)
    if (!(await markSigned(tx, { id: row.id, ...attempt, bumps, error }))) return false
    await insertAttempt(tx, attempt)
    return true
  })
  // A process with another key signed it first, or it was canceled.
  if (!isStored) return false

  await sender.hook(`${kind}:committed`)
  const state = row.state === 'planned' ? 'signed' : row.state
  return broadcastAttempt(sender, { row: { ...row, state, error }, attempt, kind })
}

export type UnsignedTransaction = Fees & {
  chainId: number
  nonce: number
  to: Address
  data: Hex
  value: bigint
  gas: bigint
}

/** Signs a transaction (EIP-1559). Deterministic: the same input gives the same bytes. */
export async function signTransaction(
  privateKey: Hex,
  transaction: UnsignedTransaction,
): Promise<{ raw: Hex; hash: Hash }> {
  const [{ keccak256 }, { privateKeyToAccount }] = await Promise.all([
    import('viem'),
    import('viem/accounts'),
  ])
  const account = privateKeyToAccount(privateKey)
  const raw = await account.signTransaction({ type: 'eip1559', ...transaction })
  const hash = parseHash(keccak256(raw))
  if (!hash) throw new Error('a signed transaction always has a hash')
  return { raw, hash }
}

/**
 * Estimates the gas of an empty transfer from the signer to itself: more than 21,000 if its address
 * has code.
 *
 * @throws when the chain does not respond, or the transfer would revert.
 */
export async function estimateEmpty({
  chain,
  lease: { signer },
}: Pick<SenderContext, 'chain' | 'lease'>): Promise<bigint> {
  const estimate = await chain.estimateGas({ from: signer, to: signer, data: '0x', value: 0n })
  if (estimate.kind === 'reverts') throw new Error(`an empty transfer reverts: ${estimate.reason}`)
  return withMargin(estimate.gas)
}
