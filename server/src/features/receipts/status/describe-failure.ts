import type { Receipt } from '../receipt.js'
import { findFailure } from './failures.js'

/** Returns the failure fields of a failed receipt. Empty for any other receipt. */
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
