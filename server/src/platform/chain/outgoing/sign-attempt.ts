import type { Fees } from '../chain.js'
import { insertAttempt } from './attempt-store.js'
import { broadcastAttempt } from './broadcast-attempt.js'
import type { Attempt, Sendable } from './outgoing.js'
import { insertIntent } from './outgoing-store.js'
import { markSigned } from './progress-store.js'
import type { SenderContext, SigningKind } from './sender-context.js'
import { signTransaction } from './sign-transaction.js'
import { writeAsHolder } from './write-as-holder.js'

export type Signing = {
  row: Sendable
  kind: SigningKind
  nonce: number
  gas: bigint
  fees: Fees
  isEmpty: boolean
  /** Why an empty one is made. */
  error?: string | null
}

/**
 * Signs a transaction, writes it down and only then sends it: whatever the chain hears of, the database knows.
 * Returns whether it is sent now and was not before.
 *
 * @throws {LeaseLost} and then nothing was written or sent.
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
  const isOurs = await writeAsHolder(sender, async (tx) => {
    if (kind === 'fill') await insertIntent(tx, row)
    if (!(await markSigned(tx, { id: row.id, ...attempt, bumps, error }))) return false
    await insertAttempt(tx, attempt)
    return true
  })
  // Somebody with another key was first, and the intent is in good hands; or it was called off.
  if (!isOurs) return false

  await sender.hook(`${kind}:committed`)
  const state = row.state === 'planned' ? 'signed' : row.state
  return broadcastAttempt(sender, { row: { ...row, state, error }, attempt, kind })
}
