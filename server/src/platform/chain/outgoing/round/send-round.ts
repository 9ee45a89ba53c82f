import type { UnixMs } from '../../../../lib/time.js'
import type { Attempt, Outgoing } from '../outgoing.js'
import { listAttempts } from '../stores/attempt-store.js'
import { listOpen } from '../stores/outgoing-store.js'
import { type NonceGap, saveSignerState } from '../stores/signer-lease-store.js'
import { applyStep } from './apply-step.js'
import { decideStep } from './decide-step.js'
import { fillNonceGaps } from './fill-nonce-gaps.js'
import { findMined } from './find-mined.js'
import { handleReorg } from './handle-reorg.js'
import { maxCostWei, type RoundView, viewRound } from './round-view.js'
import type { SenderContext } from './sender-rules.js'
import { nothingSigned, type Signed, signPlanned } from './sign-planned.js'
import { writeWithLease } from './write-with-lease.js'

/** After a large reorg there may be any number; they are resent in batches, lowest nonce first. */
const maxOpen = 200

const maxConcurrent = 16

/** A transaction that is not final, its attempts, and the current one. */
type Open = { row: Outgoing; attempts: readonly Attempt[]; current: Attempt }
type Known = { now: UnixMs; gap: NonceGap | null; balance: bigint | null; signal: AbortSignal }

/**
 * Advances every transaction of a signer that is not final, then signs planned ones.
 *
 * @throws {LeaseLost} when another process took over, and other errors when chain or database do
 *   not respond. The next round, of any process, finishes what was begun.
 */
export async function sendRound(sender: SenderContext, known: Known): Promise<Signed> {
  const { lease } = sender
  const { now, signal } = known
  const { maxFeePerGas } = sender.rules
  const view = await viewRound(sender.chain, { signer: lease.signer, now, maxFeePerGas })
  const lost = await handleReorg(sender, view)

  const open = await loadOpen(sender)
  view.funds.available -= committedWei(open, view)

  let moved = lost
  for (let start = 0; start < open.length; start += maxConcurrent) {
    moved += await advance(sender, { open: open.slice(start, start + maxConcurrent), view, signal })
  }
  if (signal.aborted) return { ...nothingSigned, moved }

  const gap = await fillNonceGaps(sender, { view, gap: known.gap })
  if (gap?.nonce !== known.gap?.nonce || view.balance !== known.balance) {
    await writeWithLease(sender, (tx) =>
      saveSignerState(tx, { ...lease, balance: view.balance, gap }),
    )
  }
  const signed = await signPlanned(sender, { view, signal })
  return { ...signed, moved: moved + signed.moved }
}

async function loadOpen({ db, lease }: SenderContext): Promise<Open[]> {
  const rows = await listOpen(db, { ...lease, limit: maxOpen })
  const ids = rows.map(({ id }) => id)
  const all = await listAttempts(db, ids)
  return rows.map((row) => {
    const attempts = all.filter(({ transactionId }) => transactionId === row.id)
    const current = attempts.findLast(
      ({ signer, nonce }) => signer === row.signer && nonce === row.nonce,
    )
    if (!current) throw new Error(`${row.id} has no attempt under its nonce`)
    return { row, attempts, current }
  })
}

/** Looks up receipts concurrently, but applies steps one by one, so that transactions are sent in order. */
async function advance(
  sender: SenderContext,
  { open, view, signal }: { open: readonly Open[]; view: RoundView; signal: AbortSignal },
): Promise<number> {
  const found = await Promise.all(
    open.map(({ attempts }) => findMined(sender.chain, { attempts, view })),
  )
  let moved = 0
  for (const [index, { row, attempts, current }] of open.entries()) {
    if (signal.aborted) return moved
    const facts = { ...view, found: found[index] ?? null }
    const step = decideStep(row, { attempts, current, facts, rules: sender.rules })
    if (await applyStep(sender, { row, current, step, view })) moved += 1
  }
  return moved
}

/** Returns the maximum cost of all transactions that the balance does not reflect yet. */
function committedWei(open: readonly Open[], { count }: RoundView): bigint {
  return open
    .filter(({ current }) => current.nonce >= count)
    .reduce((total, { row, current }) => total + maxCostWei(row, current), 0n)
}
