import { allow, type Bucket, refuse } from './bucket.js'

const lookAgainMs = 250

/**
 * Lets waiting calls pass as far as the lease reaches. Of an exhausted window (`isExhausted`) the
 * rest is held or refused; otherwise it came too late for the lease and the store is to be asked.
 */
export function answerWaiting(bucket: Bucket, isExhausted: boolean, nowMs: number): void {
  // Each call gets a copy, because it reads it when others have been answered too.
  for (const call of bucket.waiting.splice(0, bucket.unspent)) {
    bucket.unspent -= 1
    call.resolve({ ...allow(bucket, nowMs) })
  }
  if (!isExhausted || bucket.waiting.length === 0) return

  // Others may have calls that they do not spend and will give back: worth one wait per window.
  if (bucket.heldIn !== bucket.endsAt) {
    bucket.heldIn = bucket.endsAt
    bucket.isHeld = true
    return
  }
  bucket.refuseUntilMs = Math.min(nowMs + lookAgainMs, bucket.endsAtMs)
  for (const call of bucket.waiting.splice(0)) call.resolve({ ...refuse(bucket, nowMs) })
}
