import type { Receipt } from '../receipt.js'
import { findFailure } from './failures.js'

/** What a failed receipt says of why; nothing for all others. */
export function describeFailure({ status, failureCode }: Pick<Receipt, 'status' | 'failureCode'>) {
  if (status !== 'failed' || failureCode === null) return {}
  const failure = findFailure(failureCode)
  return {
    failureCode,
    failureCategory: failure?.category ?? 'system',
    failureReason: failure?.reason ?? '',
    failureAction: failure?.action ?? '',
  }
}
