import type { UnixMs } from '../../../lib/time.js'
import type { TransactionReceipt } from '../chain.js'
import { type Attempt, fillPurpose, type Outgoing } from './outgoing.js'

/** What one look at the chain showed. The count was read first, so whatever it counts could be found. */
export type Facts = {
  /** The signer's transactions in blocks. */
  count: number
  /** The same with those in the node's queue. */
  pending: number
  /** The number of the latest block. */
  head: bigint
  now: UnixMs
  /** The attempt that is in a block; `isStanding` when that block is part of the chain. */
  found: { attempt: Attempt; receipt: TransactionReceipt; isStanding: boolean } | null
}

export type Rules = {
  bumpAfterMs: number
  maxBumps: number
  /** How many blocks, its own among them, make a transaction final. */
  confirmations: number
  /** How long a nonce must look used by somebody else, or held by nobody, before that is believed. */
  doubtMs: number
}

/** In units of `doubtMs`. */
const searchEvery = 6

export type Step =
  | { kind: 'wait' }
  | { kind: 'broadcast' }
  /** It is in a block, perhaps deep enough already. */
  | { kind: 'mined'; attempt: Attempt; receipt: TransactionReceipt; isSettled: boolean }
  | { kind: 'settled' }
  /** It was in a block and no longer is. */
  | { kind: 'lost' }
  | { kind: 'bump' }
  | { kind: 'stuck' }
  /** Its nonce seems to be used by somebody else, or no longer does. */
  | { kind: 'doubt' }
  | { kind: 'trust' }
  /** It needs another nonce, if it is certain that somebody else has used its own. */
  | { kind: 'replan' }
  /** Use up its nonce without it. */
  | { kind: 'empty' }
  | { kind: 'failed'; keepsNonce: boolean }

/** Says what to do next with a transaction that has a nonce, the one of its `current` attempt. */
export function decideStep(
  row: Outgoing,
  input: { attempts: readonly Attempt[]; current: Attempt; facts: Facts; rules: Rules },
): Step {
  const { attempts, current, facts, rules } = input
  const { nonce } = current

  if (row.state === 'mined' || row.state === 'reverted') return decideMined(row, { facts, rules })
  if (facts.found) return decideFound(facts.found, { facts, rules })
  if (facts.count > nonce) return decideTaken(row, { current, facts, rules })
  if (row.takenSince !== null) return { kind: 'trust' }
  if (current.broadcastAt === null) return { kind: 'broadcast' }
  if (isOverdue(row, { current, facts, rules })) {
    const overdue = decideOverdue(row, { attempts, rules })
    if (overdue) return overdue
  }
  return facts.pending > nonce ? { kind: 'wait' } : { kind: 'broadcast' }
}

type Given = { facts: Facts; rules: Rules }

function decideMined(row: Outgoing, { facts, rules }: Given): Step {
  const { found } = facts
  const isSame = found?.receipt.hash === row.hash && found?.receipt.blockHash === row.blockHash
  if (!found || !isSame) return { kind: 'lost' }
  return isDeep(found, { facts, rules }) ? { kind: 'settled' } : { kind: 'wait' }
}

/** An empty one in a block means that the intent cannot happen any more, once that block stays. */
function decideFound(found: NonNullable<Facts['found']>, given: Given): Step {
  const { attempt, receipt } = found
  const isSettled = isDeep(found, given)
  if (!attempt.isEmpty) return { kind: 'mined', attempt, receipt, isSettled }
  return isSettled ? { kind: 'failed', keepsNonce: true } : { kind: 'wait' }
}

/**
 * A node may have counted a transaction before it has its receipt, and a balancer may have asked two nodes. To sign
 * an intent under a second nonce while the first could still count would do it twice, so this takes time and blocks.
 */
function decideTaken(row: Outgoing, { current, facts, rules }: Given & { current: Attempt }): Step {
  const { takenSince, takenAtBlock } = row
  if (takenSince === null || takenAtBlock === null || facts.head < takenAtBlock) {
    return { kind: 'doubt' }
  }
  // Somebody has to look: what used the nonce was not found. Now and then it is searched for again.
  const restMs = searchEvery * rules.doubtMs
  if (row.stuckSince !== null && facts.now - row.stuckSince < restMs) return { kind: 'wait' }
  const isLong = facts.now - takenSince >= rules.doubtMs
  const isBuried = facts.head - takenAtBlock + 1n >= BigInt(rules.confirmations)
  if (!isLong || !isBuried) return { kind: 'wait' }
  // What only was to use up the nonce has nothing left to do.
  const isNeeded = row.purpose !== fillPurpose && !current.isEmpty
  return isNeeded ? { kind: 'replan' } : { kind: 'failed', keepsNonce: false }
}

/**
 * Only the one whose turn it is: those behind it wait for it, and a higher fee would not help them. Nor does it help
 * a signer who cannot pay this one.
 */
function isOverdue(
  row: Outgoing,
  { current, facts, rules }: Given & { current: Attempt },
): boolean {
  if (facts.count !== row.nonce || current.outcome === 'unfunded') return false
  const since = Math.max(row.stateSince, current.broadcastAt ?? 0)
  return facts.now - since >= rules.bumpAfterMs
}

function decideOverdue(
  row: Outgoing,
  { attempts, rules }: { attempts: readonly Attempt[]; rules: Rules },
): Step | null {
  if (row.bumps < rules.maxBumps) return { kind: 'bump' }
  const rivals = attempts.filter((attempt) => attempt.nonce === row.nonce)
  // No node takes it, at any price, and all that come after it wait for its nonce. It must not be skipped: whoever
  // took its bytes at last would make it happen behind our back. Something empty in its place excludes that.
  const isRefused = rivals.every(({ outcome, isEmpty }) => outcome === 'refused' && !isEmpty)
  if (isRefused && row.purpose !== fillPurpose) return { kind: 'empty' }
  return row.stuckSince === null ? { kind: 'stuck' } : null
}

function isDeep(found: NonNullable<Facts['found']>, { facts, rules }: Given): boolean {
  const { receipt, isStanding } = found
  return isStanding && facts.head - receipt.blockNumber + 1n >= BigInt(rules.confirmations)
}
