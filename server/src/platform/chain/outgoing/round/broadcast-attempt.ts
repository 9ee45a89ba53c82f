import type { BroadcastOutcome } from '../../chain.js'
import type { Attempt, Sendable } from '../outgoing.js'
import { recordOutcome } from '../stores/attempt-store.js'
import { recordBroadcast } from '../stores/progress-store.js'
import type { SenderContext, SigningKind } from './sender-rules.js'
import { writeWithLease } from './write-with-lease.js'

type Broadcast = { row: Sendable; attempt: Attempt; kind: SigningKind | 'again' }

/**
 * Broadcasts an attempt, for the first time or again, and stores the result. Returns whether the
 * transaction became `sent`.
 *
 * @throws when the node does not respond. It may have the transaction anyway, and the next round
 *   tries again.
 */
export async function broadcastAttempt(sender: SenderContext, input: Broadcast): Promise<boolean> {
  const { row, attempt, kind } = input
  const outcome = await sender.chain.broadcast(attempt.raw)
  await sender.hook(`${kind}:broadcast`)

  const isSent = outcome.kind !== 'unfunded' && outcome.kind !== 'refused'
  // The error of an empty transaction is the reason it was needed.
  const error = attempt.isEmpty ? row.error : errorOf(outcome)
  const isChanged = outcome.kind !== attempt.outcome || error !== row.error
  if (isChanged || (isSent && row.state === 'signed')) {
    await writeWithLease(sender, async (tx) => {
      await recordOutcome(tx, { ...attempt, outcome: outcome.kind })
      await recordBroadcast(tx, { id: row.id, isSent, error })
    })
  }

  logOutcome(sender, { ...input, outcome })
  return isSent && row.state === 'signed'
}

function errorOf(outcome: BroadcastOutcome): string | null {
  if (outcome.kind === 'unfunded') return 'The signer has insufficient funds'
  return outcome.kind === 'refused' ? `The node rejected it: ${outcome.reason}` : null
}

function logOutcome(
  { log }: SenderContext,
  { row, attempt, kind, outcome }: Broadcast & { outcome: BroadcastOutcome },
): void {
  const { nonce, hash, generation } = attempt
  const fields = { transactionId: row.id, purpose: row.purpose, nonce, hash, generation }
  const isFirst = attempt.broadcastAt === null
  if (outcome.kind !== 'accepted') {
    if (outcome.kind === attempt.outcome) return
    const result = { outcome: outcome.kind, reason: errorOf(outcome) }
    log.warn({ ...fields, ...result }, 'outgoing transaction was not accepted')
  } else if (kind === 'bump' || kind === 'replace')
    log.warn(fields, 'outgoing transaction sent with higher fees')
  else if (isFirst) log.info(fields, 'outgoing transaction sent')
  else if (!outcome.isKnown) log.warn(fields, 'outgoing transaction was dropped and is sent again')
}
