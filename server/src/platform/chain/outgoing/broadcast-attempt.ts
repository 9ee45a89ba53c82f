import type { BroadcastOutcome } from '../chain.js'
import { noteOutcome } from './attempt-store.js'
import type { Attempt, Sendable } from './outgoing.js'
import { noteSent } from './progress-store.js'
import type { SenderContext, SigningKind } from './sender-context.js'
import { writeAsHolder } from './write-as-holder.js'

type Broadcast = { row: Sendable; attempt: Attempt; kind: SigningKind | 'again' }

/**
 * Hands an attempt to the node, for the first time or again, and keeps what it said. Returns whether it is sent now
 * and was not before.
 *
 * @throws when the node cannot be asked: it may have the transaction all the same, and the next round asks again.
 */
export async function broadcastAttempt(sender: SenderContext, input: Broadcast): Promise<boolean> {
  const { row, attempt, kind } = input
  const outcome = await sender.chain.broadcast(attempt.raw)
  await sender.hook(`${kind}:broadcast`)

  const isSent = outcome.kind !== 'unfunded' && outcome.kind !== 'refused'
  // The error of an empty one is why it had to be made.
  const error = attempt.isEmpty ? row.error : errorOf(outcome)
  const isNews = outcome.kind !== attempt.outcome || error !== row.error
  if (isNews || (isSent && row.state === 'signed')) {
    await writeAsHolder(sender, async (tx) => {
      await noteOutcome(tx, { ...attempt, outcome: outcome.kind })
      await noteSent(tx, { id: row.id, isSent, error })
    })
  }

  logOutcome(sender, { ...input, outcome })
  return isSent && row.state === 'signed'
}

function errorOf(outcome: BroadcastOutcome): string | null {
  if (outcome.kind === 'unfunded') return 'The signer cannot pay for it'
  return outcome.kind === 'refused' ? `The node refuses it: ${outcome.reason}` : null
}

function logOutcome(
  { log }: SenderContext,
  { row, attempt, kind, outcome }: Broadcast & { outcome: BroadcastOutcome },
): void {
  const { nonce, hash, generation } = attempt
  const fields = { transactionId: row.id, purpose: row.purpose, nonce, hash, generation }
  const isFirst = attempt.broadcastAt === null
  if (outcome.kind !== 'accepted') {
    const answer = { outcome: outcome.kind, reason: errorOf(outcome) }
    const isNews = outcome.kind !== attempt.outcome
    if (isNews) log.warn({ ...fields, ...answer }, 'outgoing transaction not taken')
  } else if (kind === 'bump') log.warn(fields, 'outgoing transaction sent with higher fees')
  else if (isFirst) log.info(fields, 'outgoing transaction sent')
  else if (!outcome.isKnown) log.warn(fields, 'outgoing transaction was gone and is sent again')
}
