import type { Outgoing, RequestableStep } from './outgoing.js'
import { fillPurpose, type Purpose } from './signer-roles.js'

/** The effect of an operator's request on an outgoing transaction. */
export type RequestDecision =
  /** The next round takes the step. */
  | { kind: 'request'; step: RequestableStep }
  /** The next round tries to sign it. */
  | { kind: 'try_now' }
  /** It is planned again. */
  | { kind: 'plan_again' }
  /** It was requested before, or is done. */
  | { kind: 'unchanged' }
  | { kind: 'refused'; reason: string }

/**
 * Work that carries no signature of a third party, whose bytes anyone could still submit, and that
 * the service plans again where it is still needed.
 */
const droppablePurposes: readonly Purpose[] = [
  'deposit.flush',
  'deposit.flush_coin',
  'deposit.flush_wallet',
  'split.distribute',
  'split.distribute_coin',
  'split.create',
]

/** Work that only has the same effect again, and that nothing else plans after a failure. */
const repeatablePurposes: readonly Purpose[] = ['split.create']

const canceledReason = 'Its cancellation was requested.'

/**
 * Decides a request to sign a transaction again, with its work or as an empty transfer.
 * `attempts` is the number of attempts that the operator has seen, so that a repeated request has
 * no further effect.
 */
export function decideReplace(
  row: Outgoing,
  { step, attempts }: { step: 'replace' | 'cancel'; attempts: number },
): RequestDecision {
  if (step === 'cancel' && !canDrop(row)) {
    const reason =
      row.purpose === fillPurpose
        ? 'It is empty already. Replace it with a higher fee instead.'
        : 'Its work must not be dropped: it was signed or promised to someone. Replace it with a higher fee instead.'
    return { kind: 'refused', reason }
  }
  const isPending = row.requestedStep !== null && row.requestResult === null
  if (row.requestedStep === step && isPending) return { kind: 'unchanged' }
  if (row.generation > attempts) return { kind: 'unchanged' }
  if (row.generation < attempts) {
    return { kind: 'refused', reason: `It has ${row.generation} attempts only.` }
  }
  const reason = findObstacle(row)
  if (reason) return { kind: 'refused', reason }
  if (isPending && row.requestedStep === 'cancel')
    return { kind: 'refused', reason: canceledReason }
  return { kind: 'request', step }
}

/** Decides a request to try a transaction again. */
export function decideRetry(row: Outgoing): RequestDecision {
  switch (row.state) {
    case 'planned':
      return row.error === null ? { kind: 'unchanged' } : { kind: 'try_now' }
    case 'signed':
    case 'sent': {
      const isPending = row.requestedStep !== null && row.requestResult === null
      if (isPending && row.requestedStep === 'cancel') {
        return { kind: 'refused', reason: canceledReason }
      }
      return isPending ? { kind: 'unchanged' } : { kind: 'request', step: 'resend' }
    }
    case 'failed':
      return repeatablePurposes.includes(row.purpose)
        ? { kind: 'plan_again' }
        : { kind: 'refused', reason: reasonAgainstRepeating(row) }
    default:
      return { kind: 'refused', reason: inBlock }
  }
}

/** Returns whether a transaction may be replaced by an empty one. */
export function canDrop({ purpose }: Pick<Outgoing, 'purpose'>): boolean {
  return droppablePurposes.includes(purpose)
}

const inBlock = 'It is in a block.'

function findObstacle({ state, takenSince }: Outgoing): string | null {
  if (state === 'planned') return 'It is not signed yet. Retry it instead.'
  if (state === 'failed') return 'It has failed, and its nonce is free or used.'
  if (state !== 'signed' && state !== 'sent') return inBlock
  if (takenSince === null) return null
  return 'Its nonce is used on chain, and the result is not known yet. Retry it to look for it now.'
}

function reasonAgainstRepeating({ purpose }: Outgoing): string {
  if (purpose === fillPurpose) return 'It only used a nonce, so there is nothing to repeat.'
  return canDrop({ purpose })
    ? 'Its work is planned again automatically, in a transaction of its own.'
    : 'Its failure was reported, so that it may have been replaced by now. A repetition could take effect twice.'
}
