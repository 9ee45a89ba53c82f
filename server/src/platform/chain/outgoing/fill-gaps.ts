import { findHighestFees, findHighestNonce } from './attempt-store.js'
import { bumpFees } from './bump-fees.js'
import { listUnheldNonces } from './doubt-store.js'
import { estimateEmpty } from './estimate-empty.js'
import { fillPurpose, type Sendable } from './outgoing.js'
import { mostWei, type RoundView } from './round-view.js'
import type { SenderContext } from './sender-context.js'
import { signAttempt } from './sign-attempt.js'
import type { Gap } from './signer-lease-store.js'

const filledAtOnce = 16

/**
 * Uses up nonces below ours that nobody holds, or everything behind them would wait for ever. They come about when
 * somebody else used the key and a chain that lost blocks lost their transactions, or when a transaction was found
 * under a nonce that we had believed lost. Returns the gap that is left.
 */
export async function fillGaps(
  sender: SenderContext,
  { view, gap }: { view: RoundView; gap: Gap | null },
): Promise<Gap | null> {
  const { db, lease, rules, log } = sender
  const highest = await findHighestNonce(db, lease)
  if (highest === null || highest < view.count) return null
  const range = { from: view.count, to: highest, limit: filledAtOnce }
  const nonces = await listUnheldNonces(db, { ...lease, ...range })
  const nonce = nonces[0]
  if (nonce === undefined) return null

  // Whoever used the key may be about to send theirs again.
  if (gap?.nonce !== nonce) return { nonce, since: view.now }
  if (view.now - gap.since < rules.doubtMs) return gap
  log.warn({ nonces }, 'nonces that nobody holds are used up by empty transactions')
  for (const one of nonces) await fill(sender, { nonce: one, view })
  return null
}

async function fill(
  sender: SenderContext,
  { nonce, view }: { nonce: number; view: RoundView },
): Promise<void> {
  const { db, lease } = sender
  const suggested = await view.suggestFees()
  // An attempt of ours that was given up under this nonce may still be about: this one must be preferred.
  const offered = await findHighestFees(db, { ...lease, nonce })
  const fees = offered ? bumpFees(offered, suggested) : suggested
  const gas = await estimateEmpty(sender)
  const cost = mostWei({ value: 0n }, { ...fees, gas, isEmpty: true })
  if (cost > view.purse.free) return

  view.purse.free -= cost
  const row = anEmpty(sender)
  await signAttempt(sender, { row, kind: 'fill', nonce, gas, fees, isEmpty: false })
}

function anEmpty({ now, newId, lease }: SenderContext): Sendable {
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
    createdAt: now(),
    state: 'planned',
    error: null,
    generation: 0,
    bumps: 0,
  }
}
