import { bumpFees } from '../fees.js'
import type { Sendable } from '../outgoing.js'
import { fillPurpose } from '../signer-roles.js'
import { findHighestFees, findHighestNonce } from '../stores/attempt-store.js'
import type { NonceGap } from '../stores/signer-lease-store.js'
import { listNonceGaps } from '../stores/unresolved-nonce-store.js'
import { maxCostWei, type RoundView } from './round-view.js'
import type { SenderContext } from './sender-rules.js'
import { estimateEmpty, signAttempt } from './sign-attempt.js'

const maxFilled = 16

/**
 * Fills nonce gaps with empty transactions, because later nonces would wait for them forever. A gap
 * appears when another program used the key and a reorg dropped its transaction, or when a
 * transaction was mined under a nonce that had been abandoned. Returns the gap that is left.
 */
export async function fillNonceGaps(
  sender: SenderContext,
  { view, gap }: { view: RoundView; gap: NonceGap | null },
): Promise<NonceGap | null> {
  const { db, lease, rules, log } = sender
  const highest = await findHighestNonce(db, lease)
  if (highest === null || highest < view.count) return null
  const range = { from: view.count, to: highest, limit: maxFilled }
  const nonces = await listNonceGaps(db, { ...lease, ...range })
  const nonce = nonces[0]
  if (nonce === undefined) return null

  // Another program that used the key may be about to resend its transaction.
  if (gap?.nonce !== nonce) return { nonce, since: view.now }
  if (view.now - gap.since < rules.nonceGraceMs) return gap
  log.warn({ nonces }, 'filling nonce gaps with empty transactions')
  for (const free of nonces) await fill(sender, { nonce: free, view })
  return null
}

async function fill(
  sender: SenderContext,
  { nonce, view }: { nonce: number; view: RoundView },
): Promise<void> {
  const { db, lease, rules } = sender
  const suggested = await view.suggestFees()
  if (!suggested) return
  // An abandoned attempt under this nonce may still be in a mempool, so outbid it.
  const offered = await findHighestFees(db, { ...lease, nonce })
  const fees = offered ? bumpFees(offered, suggested, rules.maxFeePerGas) : suggested
  if (!fees) return
  const gas = await estimateEmpty(sender)
  const cost = maxCostWei({ value: 0n }, { ...fees, gas, isEmpty: true })
  if (cost > view.funds.available) return

  view.funds.available -= cost
  const row = createFill(sender, gas)
  await signAttempt(sender, { row, kind: 'fill', nonce, gas, fees, isEmpty: false })
}

function createFill({ now, newId, lease }: SenderContext, gas: bigint): Sendable {
  const id = newId('txn')
  return {
    id,
    chainId: lease.chainId,
    key: `${fillPurpose}:${id}`,
    merchant: '',
    purpose: fillPurpose,
    to: lease.signer,
    data: '0x',
    value: 0n,
    gas,
    createdAt: now(),
    state: 'planned',
    error: null,
    generation: 0,
    bumps: 0,
  }
}
