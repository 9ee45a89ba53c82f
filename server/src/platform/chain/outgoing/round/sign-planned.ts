import { assertNever } from '../../../../lib/errors.js'
import type { Fees } from '../../chain.js'
import { isRelayerSpent } from '../gas-budget.js'
import type { Outgoing } from '../outgoing.js'
import { findHighestNonce, listAttempts } from '../stores/attempt-store.js'
import { listPending, listPlanned } from '../stores/outgoing-store.js'
import { markFailed } from '../stores/progress-store.js'
import { recordSignFailure } from '../stores/unresolved-nonce-store.js'
import { findMined, recordMined } from './find-mined.js'
import {
  type Preparation,
  preparePlanned,
  type Simulation,
  simulatePlanned,
} from './prepare-planned.js'
import type { RoundView } from './round-view.js'
import type { SenderContext } from './sender-rules.js'
import { signAttempt } from './sign-attempt.js'
import { writeWithLease } from './write-with-lease.js'

/** Nodes keep at least this many pending transactions per signer. Others wait in the database. */
const maxPending = 16

/** The conditions are null when nothing was planned, and those that were not checked. */
export type SigningResult = {
  moved: number
  isUnfunded: boolean | null
  areFeesAboveLimit: boolean | null
}

export const nothingSigned: SigningResult = {
  moved: 0,
  isUnfunded: null,
  areFeesAboveLimit: null,
}

/** Assigns nonces to planned transactions by priority, and sends them. */
export async function signPlanned(
  sender: SenderContext,
  { view, signal }: { view: RoundView; signal: AbortSignal },
): Promise<SigningResult> {
  const { db, lease, roles, config } = sender
  const pending = await listPending(db, { ...lease, limit: maxPending })
  const limit = maxPending - pending.length
  const planned = limit > 0 ? await listPlanned(db, { ...lease, roles, limit }) : []
  if (planned.length === 0) return nothingSigned
  // They wait for midnight, or for a higher budget.
  if (await isRelayerSpent(db, config)) return nothingSigned
  const fees = await view.suggestFees()
  if (!fees) return { ...nothingSigned, areFeesAboveLimit: true }

  const simulations = await Promise.all(
    planned.map((row) => simulatePlanned(sender, { row, fees })),
  )
  const outcomes: Outcome[] = []
  for (const [index, row] of planned.entries()) {
    const simulation = simulations[index]
    if (signal.aborted || !simulation) break
    const outcome = await signOne(sender, { row, simulation, fees, view, pending })
    if (outcome === 'signed') pending.push(row)
    outcomes.push(outcome)
  }
  const moved = outcomes.filter((outcome) => outcome === 'signed' || outcome === 'ended').length
  const isUnfunded = outcomes.includes('unfunded')
  return { moved, isUnfunded, areFeesAboveLimit: false }
}

type Outcome = 'signed' | 'ended' | 'unfunded' | 'later'

type PlannedTransaction = {
  row: Outgoing
  simulation: Simulation
  fees: Fees
  view: RoundView
  pending: readonly Outgoing[]
}

async function signOne(sender: SenderContext, planned: PlannedTransaction): Promise<Outcome> {
  const { row, fees, view, pending } = planned
  if (await isMinedAlready(sender, planned)) return 'ended'

  const preparation = preparePlanned(row, { ...planned, freeWei: view.funds.available })
  switch (preparation.kind) {
    case 'ready':
      return sign(sender, { row, fees, view, ...preparation })
    case 'reverts':
      // It may depend on an earlier transaction that is not in a block yet.
      return pending.some((other) => other.plannedUs < row.plannedUs)
        ? postpone(sender, { row, error: null, outcome: 'later' })
        : fail(sender, { row, error: preparation.error })
    case 'unknown':
      return postpone(sender, { row, error: preparation.error, outcome: 'later' })
    case 'unfunded':
      return postpone(sender, { row, error: preparation.error, outcome: 'unfunded' })
    default:
      return assertNever(preparation)
  }
}

/** Returns whether an attempt under a previous nonce was mined, and records it. */
async function isMinedAlready(
  sender: SenderContext,
  { row, view }: PlannedTransaction,
): Promise<boolean> {
  if (row.generation === 0) return false
  const all = await listAttempts(sender.db, [row.id])
  // An empty one in a block is why the work was planned again.
  const attempts = all.filter(({ isEmpty }) => !isEmpty)
  const mined = await findMined(sender.chain, { attempts, view })
  return mined ? recordMined(sender, { row, ...mined, isSettled: false }) : false
}

async function sign(
  sender: SenderContext,
  input: { row: Outgoing; fees: Fees; view: RoundView } & Extract<Preparation, { kind: 'ready' }>,
): Promise<Outcome> {
  const { row, fees, view, cost } = input
  view.funds.available -= cost
  // Only the lease holder assigns nonces: a process without the lease cannot store its attempt.
  const highest = await findHighestNonce(sender.db, sender.lease)
  const nonce = Math.max(view.count, highest === null ? 0 : highest + 1)
  await signAttempt(sender, { row, kind: 'first', nonce, gas: row.gas, fees, isEmpty: false })
  return 'signed'
}

async function fail(
  sender: SenderContext,
  { row: { id, purpose }, error }: { row: Outgoing; error: string },
): Promise<Outcome> {
  await writeWithLease(sender, (tx) => markFailed(tx, { id, error, keepsNonce: false }))
  sender.log.warn({ transactionId: id, purpose, error }, 'outgoing transaction failed')
  return 'ended'
}

async function postpone(
  sender: SenderContext,
  { row, error, outcome }: { row: Outgoing; error: string | null; outcome: Outcome },
): Promise<Outcome> {
  const { id, purpose } = row
  await writeWithLease(sender, (tx) => recordSignFailure(tx, { id, error }))
  const isNew = error !== null && row.error === null && outcome !== 'unfunded'
  if (isNew)
    sender.log.warn({ transactionId: id, purpose, error }, 'outgoing transaction is postponed')
  return outcome
}
