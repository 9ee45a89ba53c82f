import { HOUR_MS, type UnixMs } from '../../../lib/time.js'
import type { BillingPlanVersion } from './plan.js'

/** A replaced version stays open this long, for customers who were about to sign. */
export const replacedVersionMs = HOUR_MS

/** Returns whether customers may still subscribe to a version. */
export function isVersionOpen(
  { replacedAt }: Pick<BillingPlanVersion, 'replacedAt'>,
  now: UnixMs,
): boolean {
  return replacedAt === null || now < replacedAt + replacedVersionMs
}
