import { assertNever } from '../../../lib/assert-never.js'
import type { Fees } from '../chain.js'
import { findHighestNonce, listAttempts } from './attempt-store.js'
import { noteTried } from './doubt-store.js'
import { type Estimate, estimatePlanned } from './estimate-planned.js'
import { findMined } from './find-mined.js'
import { noteMined } from './note-mined.js'
import type { Outgoing } from './outgoing.js'
import { listPlanned, listUnderWay } from './outgoing-store.js'
import { type Preparation, preparePlanned } from './prepare-planned.js'
import { markFailed } from './progress-store.js'
import type { RoundView } from './round-view.js'
import type { SenderContext } from './sender-context.js'
import { signAttempt } from './sign-attempt.js'
import { writeAsHolder } from './write-as-holder.js'

/** Nodes promise to keep this many of one signer's; what is beyond waits here, where nothing is lost. */
const maxUnderWay = 16

/** `lacksMoney` is `null` when there was nothing to pay for. */
export type Signed = { moved: number; lacksMoney: boolean | null }

/** Gives planned transactions their nonces, in their order, and sends them. */
export async function signPlanned(
  sender: SenderContext,
  { view, signal }: { view: RoundView; signal: AbortSignal },
): Promise<Signed> {
  const { db, lease } = sender
  const underWay = await listUnderWay(db, { ...lease, limit: maxUnderWay })
  const limit = maxUnderWay - underWay.length
  const planned = limit > 0 ? await listPlanned(db, { chainId: lease.chainId, limit }) : []
  if (planned.length === 0) return { moved: 0, lacksMoney: null }

  const fees = await view.suggestFees()
  const estimates = await Promise.all(planned.map((row) => estimatePlanned(sender, row)))
  const outcomes: Outcome[] = []
  for (const [index, row] of planned.entries()) {
    const answer = estimates[index]
    if (signal.aborted || !answer) break
    const outcome = await signOne(sender, { row, estimate: answer, fees, view, underWay })
    if (outcome === 'signed') underWay.push(row)
    outcomes.push(outcome)
  }
  const moved = outcomes.filter((outcome) => outcome === 'signed' || outcome === 'ended').length
  return { moved, lacksMoney: outcomes.includes('unfunded') }
}

type Outcome = 'signed' | 'ended' | 'unfunded' | 'later'

type Planned = {
  row: Outgoing
  estimate: Estimate
  fees: Fees
  view: RoundView
  underWay: readonly Outgoing[]
}

async function signOne(sender: SenderContext, planned: Planned): Promise<Outcome> {
  const { row, view, underWay } = planned
  if (await isMinedAlready(sender, planned)) return 'ended'

  const preparation = preparePlanned(row, { ...planned, free: view.purse.free })
  switch (preparation.kind) {
    case 'ready':
      return sign(sender, { row, view, ...preparation })
    case 'reverts':
      // Perhaps it only needs what was planned before it and is not in a block yet.
      return underWay.some((other) => other.plannedUs < row.plannedUs)
        ? postpone(sender, { row, error: null, outcome: 'later' })
        : fail(sender, { row, error: preparation.error })
    case 'costly':
      return fail(sender, { row, error: preparation.error })
    case 'unknown':
      return postpone(sender, { row, error: preparation.error, outcome: 'later' })
    case 'unfunded':
      return postpone(sender, { row, error: preparation.error, outcome: 'unfunded' })
    default:
      return assertNever(preparation)
  }
}

/** It may have had another nonce before: what was signed then goes before anything new. */
async function isMinedAlready(sender: SenderContext, { row, view }: Planned): Promise<boolean> {
  if (row.generation === 0) return false
  const attempts = await listAttempts(sender.db, [row.id])
  const found = await findMined(sender.chain, { attempts, view })
  return found ? noteMined(sender, { row, ...found, isSettled: false }) : false
}

async function sign(
  sender: SenderContext,
  input: { row: Outgoing; view: RoundView } & Extract<Preparation, { kind: 'ready' }>,
): Promise<Outcome> {
  const { row, view, gas, fees, cost } = input
  view.purse.free -= cost
  // Ours alone to give: whoever else believes so cannot write it down.
  const highest = await findHighestNonce(sender.db, sender.lease)
  const nonce = Math.max(view.count, highest === null ? 0 : highest + 1)
  await signAttempt(sender, { row, kind: 'first', nonce, gas, fees, isEmpty: false })
  return 'signed'
}

async function fail(
  sender: SenderContext,
  { row: { id, purpose }, error }: { row: Outgoing; error: string },
): Promise<Outcome> {
  await writeAsHolder(sender, (tx) => markFailed(tx, { id, error, keepsNonce: false }))
  sender.log.warn({ transactionId: id, purpose, error }, 'outgoing transaction failed')
  return 'ended'
}

async function postpone(
  sender: SenderContext,
  { row, error, outcome }: { row: Outgoing; error: string | null; outcome: Outcome },
): Promise<Outcome> {
  const { id, purpose } = row
  await writeAsHolder(sender, (tx) => noteTried(tx, { id, error }))
  const isNews = error !== null && row.error === null && outcome !== 'unfunded'
  if (isNews) sender.log.warn({ transactionId: id, purpose, error }, 'outgoing transaction waits')
  return outcome
}
