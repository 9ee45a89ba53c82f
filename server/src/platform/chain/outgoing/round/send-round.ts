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
import { nothingSigned, type SigningResult, signPlanned } from './sign-planned.js'
import { writeWithLease } from './write-with-lease.js'

/** After a large reorg there may be any number; they are resent in batches, lowest nonce first. */
const maxOpen = 200

const maxConcurrent = 16

/** A transaction that is not final, its attempts, and the current one. */
type OpenTransaction = { row: Outgoing; attempts: readonly Attempt[]; current: Attempt }
type SignerState = {
  now: UnixMs
  gap: NonceGap | null
  balance: bigint | null
  signal: AbortSignal
}

/**
 * Advances every transaction of a signer that is not final, then signs planned ones.
 *
 * @throws {LeaseLost} when another process took over, and other errors when chain or database do
 *   not respond. The next round, of any process, finishes what was begun.
 */
export async function sendRound(sender: SenderContext, state: SignerState): Promise<SigningResult> {
  const { lease } = sender
  const { now, signal } = state
  const { maxFeePerGas } = sender.rules
  const view = await viewRound(sender.chain, { signer: lease.signer, now, maxFeePerGas })
  const lostCount = await handleReorg(sender, view)

  const transactions = await loadOpen(sender)
  view.funds.available -= committedWei(transactions, view)

  let moved = lostCount
  for (let start = 0; start < transactions.length; start += maxConcurrent) {
    moved += await advance(sender, {
      open: transactions.slice(start, start + maxConcurrent),
      view,
      signal,
    })
  }
  if (signal.aborted) return { ...nothingSigned, moved }

  const gap = await fillNonceGaps(sender, { view, gap: state.gap })
  if (gap?.nonce !== state.gap?.nonce || view.balance !== state.balance) {
    await writeWithLease(sender, (tx) =>
      saveSignerState(tx, { ...lease, balance: view.balance, gap }),
    )
  }
  const signed = await signPlanned(sender, { view, signal })
  return { ...signed, moved: moved + signed.moved }
}

async function loadOpen({ db, lease }: SenderContext): Promise<OpenTransaction[]> {
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

/** Looks up receipts concurrently, but applies steps in sequence, to send in order. */
async function advance(
  sender: SenderContext,
  {
    open,
    view,
    signal,
  }: { open: readonly OpenTransaction[]; view: RoundView; signal: AbortSignal },
): Promise<number> {
  const inclusions = await Promise.all(
    open.map(({ attempts }) => findMined(sender.chain, { attempts, view })),
  )
  let moved = 0
  for (const [index, { row, attempts, current }] of open.entries()) {
    if (signal.aborted) return moved
    const facts = { ...view, inclusion: inclusions[index] ?? null }
    const step = decideStep(row, { attempts, current, facts, rules: sender.rules })
    if (await applyStep(sender, { row, current, step, view })) moved += 1
  }
  return moved
}

/** Returns the maximum cost of all transactions that the balance does not reflect yet. */
function committedWei(transactions: readonly OpenTransaction[], { count }: RoundView): bigint {
  return transactions
    .filter(({ current }) => current.nonce >= count)
    .reduce((total, { row, current }) => total + maxCostWei(row, current), 0n)
}
