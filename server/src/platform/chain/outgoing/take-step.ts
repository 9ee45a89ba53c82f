import { assertNever } from '../../../lib/assert-never.js'
import type { Queryable } from '../../db/db.js'
import { listAttempts } from './attempt-store.js'
import { broadcastAttempt } from './broadcast-attempt.js'
import { bumpFees } from './bump-fees.js'
import type { Step } from './decide-step.js'
import { noteDoubt, noteStuck } from './doubt-store.js'
import { estimateEmpty } from './estimate-empty.js'
import { findNonceUser } from './find-nonce-user.js'
import { noteMined } from './note-mined.js'
import type { Attempt, Outgoing } from './outgoing.js'
import { markFailed, markSettled } from './progress-store.js'
import { returnToPlanned, returnToSent } from './return-store.js'
import { mostWei, type RoundView } from './round-view.js'
import type { SenderContext } from './sender-context.js'
import { signAttempt } from './sign-attempt.js'
import { writeAsHolder } from './write-as-holder.js'

type Taking = { row: Outgoing; current: Attempt; step: Step; view: RoundView }

/** Does what was decided for a transaction that has a nonce, and returns whether it got anywhere. */
export async function takeStep(sender: SenderContext, taking: Taking): Promise<boolean> {
  const { row, current, step, view } = taking
  const { id } = row
  await sender.hook(`${step.kind}:decided`)

  switch (step.kind) {
    case 'wait':
      return false
    case 'broadcast':
      return broadcastAttempt(sender, { row, attempt: current, kind: 'again' })
    case 'bump':
      return bump(sender, taking)
    case 'empty':
      return replaceByEmpty(sender, taking)
    case 'mined':
      return noteMined(sender, { row, ...step })
    case 'settled':
      return writeAsHolder(sender, (tx) => markSettled(tx, id))
    case 'lost': {
      const words = 'outgoing transaction is in no block any more'
      return warn(sender, { row, words, write: (tx) => returnToSent(tx, id) })
    }
    case 'stuck': {
      const words = 'outgoing transaction is stuck: higher fees did not help'
      await warn(sender, { row, words, write: (tx) => noteStuck(tx, id) })
      return false
    }
    case 'doubt':
    case 'trust': {
      const block = step.kind === 'doubt' ? view.head : null
      await writeAsHolder(sender, (tx) => noteDoubt(tx, { id, block }))
      return false
    }
    case 'replan':
      return replan(sender, taking)
    case 'failed': {
      const { keepsNonce } = step
      const error = row.error ?? 'Its nonce was used elsewhere'
      const words = 'outgoing transaction failed'
      return warn(sender, { row, words, write: (tx) => markFailed(tx, { id, error, keepsNonce }) })
    }
    default:
      return assertNever(step)
  }
}

/**
 * That its own transaction is not found proves nothing: a node may have lost its index, or a chain a part of its
 * file. Only another transaction under its nonce does.
 */
async function replan(sender: SenderContext, { row, current, view }: Taking): Promise<boolean> {
  const { id } = row
  const { signer, nonce } = current
  const used = await findNonceUser(sender.chain, { signer, nonce, head: view.head })
  const attempts = await listAttempts(sender.db, [id])
  if (used && !attempts.some(({ hash }) => hash === used)) {
    const words = 'nonce was used elsewhere: outgoing transaction gets another'
    return warn(sender, { row, words, write: (tx) => returnToPlanned(tx, id) })
  }
  const words = 'outgoing transaction is stuck: its nonce is used, and by what is not known'
  await warn(sender, { row, words, write: (tx) => noteStuck(tx, id) })
  return false
}

async function bump(sender: SenderContext, { row, current, view }: Taking): Promise<boolean> {
  const fees = bumpFees(current, await view.suggestFees())
  const { nonce, gas, isEmpty } = current
  const more = mostWei(row, { ...current, ...fees }) - mostWei(row, current)
  // Without the money for more, what was offered before is still the best there is.
  if (more > view.purse.free) {
    return broadcastAttempt(sender, { row, attempt: current, kind: 'again' })
  }
  view.purse.free -= more
  return signAttempt(sender, { row, kind: 'bump', nonce, gas, fees, isEmpty, error: row.error })
}

async function replaceByEmpty(
  sender: SenderContext,
  { row, current, view }: Taking,
): Promise<boolean> {
  const fees = bumpFees(current, await view.suggestFees())
  const gas = await estimateEmpty(sender)
  const error = row.error ?? 'No node takes it'
  const { nonce } = current
  return signAttempt(sender, { row, kind: 'empty', nonce, gas, fees, isEmpty: true, error })
}

/** Writes, and says so if it changed anything. */
async function warn(
  sender: SenderContext,
  { row, words, write }: { row: Outgoing; words: string; write: Write },
): Promise<boolean> {
  const isChanged = await writeAsHolder(sender, write)
  const { id: transactionId, purpose, nonce, hash, error } = row
  if (isChanged) sender.log.warn({ transactionId, purpose, nonce, hash, error }, words)
  return isChanged
}

type Write = (tx: Queryable) => Promise<boolean>
