import type { Fees } from '../chain.js'
import { insertAttempt } from './attempt-store.js'
import { broadcastAttempt } from './broadcast-attempt.js'
import type { Attempt, Sendable } from './outgoing.js'
import { insertIntent } from './outgoing-store.js'
import { markSigned } from './progress-store.js'
import type { SenderContext, SigningKind } from './sender-context.js'
import { signTransaction } from './sign-transaction.js'
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
 * Signs a transaction, stores it, and only then broadcasts it, so that the database knows every transaction on chain.
 * Returns whether it became `sent`.
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

  const bumps = kind === 'bump' ? row.bumps + 1 : 0
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
