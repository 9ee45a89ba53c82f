import { assertNever } from '../../../../lib/errors.js'
import type { Address, Hash } from '../../../../lib/hex.js'
import type { Queryable } from '../../../db/db.js'
import type { Chain, Fees } from '../../chain.js'
import { bumpFees } from '../fees.js'
import type { Attempt, Outgoing } from '../outgoing.js'
import { listAttempts } from '../stores/attempt-store.js'
import { markFailed, markSettled } from '../stores/progress-store.js'
import { recordRequestResult } from '../stores/request-store.js'
import { resetToPlanned, resetToSent } from '../stores/reset-store.js'
import { markStuck, setNonceUnresolved } from '../stores/unresolved-nonce-store.js'
import { broadcastAttempt } from './broadcast-attempt.js'
import type { Step } from './decide-step.js'
import { recordMined } from './find-mined.js'
import { maxCostWei, type RoundView } from './round-view.js'
import type { SenderContext } from './sender-rules.js'
import { estimateEmpty, signAttempt } from './sign-attempt.js'
import { writeWithLease } from './write-with-lease.js'

const feeLimitReached = 'The fee cannot be raised within MAX_FEE_GWEI.'
const canceledByOperator = 'An operator canceled it'

type StepInput = { row: Outgoing; current: Attempt; step: Step; view: RoundView }

/** Applies the decided step to a transaction with a nonce. Returns whether it made progress. */
export async function applyStep(sender: SenderContext, input: StepInput): Promise<boolean> {
  const { row, current, step, view } = input
  const { id } = row
  await sender.hook(`${step.kind}:decided`)

  switch (step.kind) {
    case 'wait':
      return false
    case 'broadcast':
      return broadcastAttempt(sender, { row, attempt: current, kind: 'again' })
    case 'bump':
    case 'follow':
      return bump(sender, input)
    case 'empty':
      return replaceByEmpty(sender, { ...input, reason: 'No node accepts it' })
    case 'replace':
      return replace(sender, input)
    case 'cancel':
      return cancel(sender, input)
    case 'resend':
      await endRequest(sender, { row, result: 'sent again' })
      return broadcastAttempt(sender, { row, attempt: current, kind: 'again' })
    case 'mined':
      return recordMined(sender, { row, ...step })
    case 'settled':
      return writeWithLease(sender, (tx) => markSettled(tx, id))
    case 'lost': {
      const message = 'outgoing transaction was dropped from the chain'
      return warn(sender, { row, message, write: (tx) => resetToSent(tx, id) })
    }
    case 'unresolved':
    case 'resolved': {
      const block = step.kind === 'unresolved' ? view.head : null
      await writeWithLease(sender, (tx) => setNonceUnresolved(tx, { id, block }))
      return false
    }
    case 'replan':
      return replan(sender, input)
    case 'failed': {
      const { keepsNonce } = step
      const error = row.error ?? 'Its nonce was used by another transaction'
      const message = 'outgoing transaction failed'
      return warn(sender, {
        row,
        message,
        write: (tx) => markFailed(tx, { id, error, keepsNonce }),
      })
    }
    default:
      return assertNever(step)
  }
}

/**
 * Assigns a new nonce if another transaction has used this one. A missing receipt is not enough:
 * the node may have lost its index, or a sandbox chain part of its state.
 */
async function replan(sender: SenderContext, { row, current, view }: StepInput): Promise<boolean> {
  const { id } = row
  const { signer, nonce } = current
  const used = await findNonceUser(sender.chain, { signer, nonce, head: view.head })
  const attempts = await listAttempts(sender.db, [id])
  if (used && !attempts.some(({ hash }) => hash === used)) {
    const message = 'nonce was used by another transaction: assigning a new one'
    return warn(sender, { row, message, write: (tx) => resetToPlanned(tx, id) })
  }
  const message = 'outgoing transaction is stuck: an unknown transaction used its nonce'
  await warn(sender, { row, message, write: (tx) => markStuck(tx, id) })
  return false
}

/** Raises the fees, or resends the current attempt when that is not possible or would not help. */
async function bump(sender: SenderContext, input: StepInput): Promise<boolean> {
  const { row, current, step, view } = input
  const fees = await raiseFees(sender, input)
  const extraWei = fees ? maxCostWei(row, { ...current, ...fees }) - maxCostWei(row, current) : 0n
  if (!fees || extraWei > view.funds.available) {
    if (!fees && row.stuckSince === null) await reportStuck(sender, input)
    // Broadcast again only if the node has dropped it.
    if (step.kind === 'follow' && view.pending > current.nonce) return false
    return broadcastAttempt(sender, { row, attempt: current, kind: 'again' })
  }
  view.funds.available -= extraWei
  const { nonce, gas, isEmpty } = current
  return signAttempt(sender, { row, kind: 'bump', nonce, gas, fees, isEmpty, error: row.error })
}

/** Signs the same work again with a higher fee, as an operator requested. */
async function replace(sender: SenderContext, { row, current, view }: StepInput): Promise<boolean> {
  const suggested = await view.suggestFees()
  const fees = suggested && bumpFees(current, suggested, sender.rules.maxFeePerGas)
  if (!fees) return endRequest(sender, { row, result: feeLimitReached })
  const extraWei = maxCostWei(row, { ...current, ...fees }) - maxCostWei(row, current)
  if (extraWei > view.funds.available) {
    return endRequest(sender, { row, result: 'The signer has insufficient funds.' })
  }
  view.funds.available -= extraWei
  const { nonce, gas, isEmpty } = current
  return signAttempt(sender, { row, kind: 'replace', nonce, gas, fees, isEmpty, error: row.error })
}

/** Signs an empty transaction in its place, as an operator requested. */
async function cancel(sender: SenderContext, input: StepInput): Promise<boolean> {
  const { row, current } = input
  if (current.isEmpty) return endRequest(sender, { row, result: 'signed' })
  return replaceByEmpty(sender, { ...input, reason: canceledByOperator })
}

/** Records the outcome of the request. Returns false, because the transaction did not progress. */
async function endRequest(
  sender: SenderContext,
  { row: { id, requestedStep }, result }: { row: Outgoing; result: string },
): Promise<false> {
  if (requestedStep === null) return false
  await writeWithLease(sender, (tx) => recordRequestResult(tx, { id, requestedStep, result }))
  return false
}

/** Returns higher fees, or null at the limit, and when higher ones did not help in this market. */
async function raiseFees(
  { rules }: SenderContext,
  { current, step, view }: StepInput,
): Promise<Fees | null> {
  const suggested = await view.suggestFees()
  if (!suggested) return null
  const isHigher =
    suggested.maxFeePerGas > current.maxFeePerGas ||
    suggested.maxPriorityFeePerGas > current.maxPriorityFeePerGas
  if (step.kind === 'follow' && !isHigher) return null
  return bumpFees(current, suggested, rules.maxFeePerGas)
}

async function reportStuck(sender: SenderContext, { row, step }: StepInput): Promise<void> {
  const reason = step.kind === 'follow' ? 'higher fees did not help' : 'MAX_FEE_GWEI is reached'
  const message = `outgoing transaction is stuck: ${reason}`
  await warn(sender, { row, message, write: (tx) => markStuck(tx, row.id) })
}

async function replaceByEmpty(
  sender: SenderContext,
  { row, current, step, view, reason }: StepInput & { reason: string },
): Promise<boolean> {
  const suggested = (await view.suggestFees()) ?? current
  const fees = bumpFees(current, suggested, sender.rules.maxFeePerGas)
  if (!fees && step.kind === 'cancel') return endRequest(sender, { row, result: feeLimitReached })
  if (!fees) return broadcastAttempt(sender, { row, attempt: current, kind: 'again' })
  const gas = await estimateEmpty(sender)
  const error = step.kind === 'cancel' ? reason : (row.error ?? reason)
  const { nonce } = current
  return signAttempt(sender, { row, kind: 'empty', nonce, gas, fees, isEmpty: true, error })
}

/** Writes, and logs a warning if the row changed. */
async function warn(
  sender: SenderContext,
  { row, message, write }: { row: Outgoing; message: string; write: Write },
): Promise<boolean> {
  const isChanged = await writeWithLease(sender, write)
  const { id: transactionId, purpose, nonce, hash, error } = row
  if (isChanged) sender.log.warn({ transactionId, purpose, nonce, hash, error }, message)
  return isChanged
}

type Write = (tx: Queryable) => Promise<boolean>

/** How far back to search: minutes on a fast chain. */
const searchedBlocks = 1_000
const maxConcurrent = 16

/** Searches backwards from `head` for the transaction of a nonce. Returns its hash, or `null`. */
async function findNonceUser(
  chain: Pick<Chain, 'listSenders'>,
  { signer, nonce, head }: { signer: Address; nonce: number; head: bigint },
): Promise<Hash | null> {
  const lowest = head > BigInt(searchedBlocks) ? head - BigInt(searchedBlocks) : 0n
  for (let top = head; top >= lowest; top -= BigInt(maxConcurrent)) {
    const numbers = Array.from({ length: maxConcurrent }, (_, index) => top - BigInt(index))
    const blocks = await Promise.all(
      numbers.filter((number) => number >= lowest).map((number) => chain.listSenders(number)),
    )
    const mined = blocks.flatMap((block) => block ?? []).filter(({ from }) => from === signer)
    const user = mined.find((transaction) => transaction.nonce === nonce)
    if (user) return user.hash
    // Older blocks only contain lower nonces.
    if (mined.some((transaction) => transaction.nonce < nonce)) return null
  }
  return null
}
