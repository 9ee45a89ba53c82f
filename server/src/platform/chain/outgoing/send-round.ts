import type { UnixMs } from '../../../lib/time.js'
import { listAttempts } from './attempt-store.js'
import { decideStep } from './decide-step.js'
import { fillGaps } from './fill-gaps.js'
import { findMined } from './find-mined.js'
import type { Attempt, Outgoing } from './outgoing.js'
import { listOpen } from './outgoing-store.js'
import { returnLostBlocks } from './return-lost-blocks.js'
import { mostWei, type RoundView, viewRound } from './round-view.js'
import type { SenderContext } from './sender-context.js'
import { type Signed, signPlanned } from './sign-planned.js'
import { type Gap, noteSigner } from './signer-lease-store.js'
import { takeStep } from './take-step.js'
import { writeAsHolder } from './write-as-holder.js'

/** After a chain has lost its past there may be any number; they are sent again in portions, lowest nonce first. */
const maxOpen = 200

const askedAtOnce = 16

/** A transaction under way, all that was signed for it, and what of that is to be sent now. */
type Open = { row: Outgoing; attempts: readonly Attempt[]; current: Attempt }
type Known = { now: UnixMs; gap: Gap | null; balance: bigint | null; signal: AbortSignal }

/**
 * Looks once at everything a signer has under way, does what is to be done, and signs what was planned since.
 *
 * @throws {LeaseLost} when somebody else took over, or when chain or database cannot be asked. Whatever was begun
 * is finished by the next round, be it another process's.
 */
export async function sendRound(sender: SenderContext, known: Known): Promise<Signed> {
  const { lease } = sender
  const { now, signal } = known
  const view = await viewRound(sender.chain, { signer: lease.signer, now })
  const lost = await returnLostBlocks(sender, view)

  const open = await loadOpen(sender)
  view.purse.free -= committedWei(open, view)

  let moved = lost
  for (let start = 0; start < open.length; start += askedAtOnce) {
    moved += await advance(sender, { open: open.slice(start, start + askedAtOnce), view, signal })
  }
  if (signal.aborted) return { moved, lacksMoney: null }

  const gap = await fillGaps(sender, { view, gap: known.gap })
  if (gap?.nonce !== known.gap?.nonce || view.balance !== known.balance) {
    await writeAsHolder(sender, (tx) => noteSigner(tx, { ...lease, balance: view.balance, gap }))
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
    if (!current) throw new Error(`${row.id} has nothing to be sent`)
    return { row, attempts, current }
  })
}

/** Asks about several at once, and takes their steps one after the other: what is sent is sent in its order. */
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
    if (await takeStep(sender, { row, current, step, view })) moved += 1
  }
  return moved
}

/** The most that everything can still cost which the balance does not know of. */
function committedWei(open: readonly Open[], { count }: RoundView): bigint {
  return open
    .filter(({ current }) => current.nonce >= count)
    .reduce((total, { row, current }) => total + mostWei(row, current), 0n)
}
