import type { UnixMs } from '../../../../lib/time.js'
import type { TransactionReceipt } from '../../chain.js'
import type { Attempt, Outgoing, RequestableStep } from '../outgoing.js'
import { fillPurpose } from '../signer-roles.js'

/** The state of the chain. `count` is read first, so all counted transactions have receipts. */
export type Facts = {
  /** Number of the signer's transactions in blocks. */
  count: number
  /** The same, including those in the node's mempool. */
  pending: number
  /** The number of the latest block. */
  head: bigint
  now: UnixMs
  /** The attempt that is in a block. `isCanonical` when that block is part of the chain. */
  inclusion: { attempt: Attempt; receipt: TransactionReceipt; isCanonical: boolean } | null
}

export type Rules = {
  bumpAfterMs: number
  /** How many times fees are raised although the suggested ones have not risen. */
  maxBumps: number
  /** The highest fee per gas ever offered, in wei. */
  maxFeePerGas: bigint
  /** Blocks that make a transaction final, including its own. */
  confirmations: number
  /** How long a nonce must look used elsewhere, or unused, before the sender acts on it. */
  nonceGraceMs: number
}

/** In units of `nonceGraceMs`. */
const searchEvery = 6

export type Step =
  | { kind: 'wait' }
  | { kind: 'broadcast' }
  /** It is in a block, and final with `isSettled`. */
  | { kind: 'mined'; attempt: Attempt; receipt: TransactionReceipt; isSettled: boolean }
  | { kind: 'settled' }
  /** Its block is no longer part of the chain. */
  | { kind: 'lost' }
  | { kind: 'bump' }
  /** Raise its fees if the suggested ones are higher. Otherwise it is stuck. */
  | { kind: 'follow' }
  /** Its nonce seems to be used by another transaction, or no longer does. */
  | { kind: 'unresolved' }
  | { kind: 'resolved' }
  /** It needs another nonce, if another transaction is confirmed to have used its own. */
  | { kind: 'replan' }
  /** Replace it with an empty transaction under its nonce. */
  | { kind: 'empty' }
  | { kind: 'failed'; keepsNonce: boolean }
  /** An operator requested it. */
  | { kind: RequestableStep }

/** Decides the next step of a transaction with a nonce, that of its `current` attempt. */
export function decideStep(
  row: Outgoing,
  input: { attempts: readonly Attempt[]; current: Attempt; facts: Facts; rules: Rules },
): Step {
  const { attempts, current, facts, rules } = input
  const { nonce } = current

  if (row.state === 'mined' || row.state === 'reverted') return decideMined(row, { facts, rules })
  if (facts.inclusion) return decideIncluded(facts.inclusion, { facts, rules })
  if (facts.count > nonce) return decideTaken(row, { current, facts, rules })
  if (row.takenSince !== null) return { kind: 'resolved' }
  if (row.requestedStep !== null && row.requestResult === null) return { kind: row.requestedStep }
  if (current.broadcastAt === null) return { kind: 'broadcast' }
  if (isOverdue(row, { current, facts, rules })) return decideOverdue(row, { attempts, rules })
  return facts.pending > nonce ? { kind: 'wait' } : { kind: 'broadcast' }
}

type StepTerms = { facts: Facts; rules: Rules }

function decideMined(row: Outgoing, { facts, rules }: StepTerms): Step {
  const { inclusion } = facts
  const isSame =
    inclusion?.receipt.hash === row.hash && inclusion?.receipt.blockHash === row.blockHash
  if (!inclusion || !isSame) return { kind: 'lost' }
  return isFinal(inclusion, { facts, rules }) ? { kind: 'settled' } : { kind: 'wait' }
}

/** A final empty transaction means that the intent can no longer take effect. */
function decideIncluded(inclusion: NonNullable<Facts['inclusion']>, terms: StepTerms): Step {
  const { attempt, receipt } = inclusion
  const isSettled = isFinal(inclusion, terms)
  if (!attempt.isEmpty) return { kind: 'mined', attempt, receipt, isSettled }
  return isSettled ? { kind: 'failed', keepsNonce: true } : { kind: 'wait' }
}

/**
 * Decides when the nonce is used but no attempt was found. A node may count a transaction before it
 * has the receipt, and a load balancer may query two nodes. Signing under a second nonce too early
 * could execute the intent twice, so this waits for time and confirmations.
 */
function decideTaken(
  row: Outgoing,
  { current, facts, rules }: StepTerms & { current: Attempt },
): Step {
  const { takenSince, takenAtBlock } = row
  if (takenSince === null || takenAtBlock === null || facts.head < takenAtBlock) {
    return { kind: 'unresolved' }
  }
  // The transaction that used the nonce was not found, so an operator must look. Search again from
  // time to time.
  const restMs = searchEvery * rules.nonceGraceMs
  if (row.stuckSince !== null && facts.now - row.stuckSince < restMs) return { kind: 'wait' }
  const isLong = facts.now - takenSince >= rules.nonceGraceMs
  const isBuried = facts.head - takenAtBlock + 1n >= BigInt(rules.confirmations)
  if (!isLong || !isBuried) return { kind: 'wait' }
  // A transaction that should only use up the nonce is no longer needed.
  const isNeeded = row.purpose !== fillPurpose && !current.isEmpty
  return isNeeded ? { kind: 'replan' } : { kind: 'failed', keepsNonce: false }
}

/**
 * Returns whether to act on a slow transaction. Only the lowest pending nonce counts, because the
 * others wait for it. Higher fees do not help a signer with insufficient funds.
 */
function isOverdue(
  row: Outgoing,
  { current, facts, rules }: StepTerms & { current: Attempt },
): boolean {
  if (facts.count !== row.nonce || current.outcome === 'unfunded') return false
  const since = Math.max(row.stateSince, current.broadcastAt ?? 0)
  return facts.now - since >= rules.bumpAfterMs
}

function decideOverdue(
  row: Outgoing,
  { attempts, rules }: { attempts: readonly Attempt[]; rules: Rules },
): Step {
  if (row.bumps < rules.maxBumps) return { kind: 'bump' }
  const rivals = attempts.filter((attempt) => attempt.nonce === row.nonce)
  // No node accepts it at any fee, and later nonces wait for it. Skipping it is unsafe, because a
  // node could still accept its bytes later. An empty transaction under its nonce rules that out.
  const isRefused = rivals.every(({ outcome, isEmpty }) => outcome === 'refused' && !isEmpty)
  if (isRefused && row.purpose !== fillPurpose) return { kind: 'empty' }
  return { kind: 'follow' }
}

/** Returns whether a transaction has enough confirmations. */
export function isFinal(
  inclusion: NonNullable<Facts['inclusion']>,
  { facts, rules }: { facts: Pick<Facts, 'head'>; rules: Pick<Rules, 'confirmations'> },
): boolean {
  const { receipt, isCanonical } = inclusion
  return isCanonical && facts.head - receipt.blockNumber + 1n >= BigInt(rules.confirmations)
}
