import { createHash, randomBytes } from 'node:crypto'
import { setTimeout as sleep } from 'node:timers/promises'
import type { FastifyRequest } from 'fastify'
import { AppError } from '../../../lib/errors.js'
import type { Context } from '../../context.js'
import { claimKey, findKept, type Kept } from './idempotency-store.js'

/** A request that was given an idempotency key, in the hands of this process. */
export type Claim = { owner: string; key: string; holder: string; seed: Buffer }

const leaseMs = 30_000
const waitAtMostMs = 15_000
const longestPauseMs = 200

/**
 * Takes an idempotency key for a request, or returns what was answered to the same request before. While
 * another process is at it, waits for its answer.
 *
 * @throws {AppError} `idempotency_conflict` when the key was used for another request, or the first one is
 *   not finished yet.
 */
export async function claimRequest(
  ctx: Context,
  { request, owner, key }: { request: FastifyRequest; owner: string; key: string },
): Promise<Claim | NonNullable<Kept['answer']>> {
  const requestHash = hashOf(request)
  const holder = ctx.newId('run')
  const giveUpAt = performance.now() + waitAtMostMs

  for (let pauseMs = 10; performance.now() < giveUpAt; pauseMs = nextPause(pauseMs)) {
    const fresh = { seed: randomBytes(16), holder, leaseMs, now: ctx.now() }
    const seed = await claimKey(ctx.db, { owner, key, requestHash, ...fresh })
    if (seed) return { owner, key, holder, seed }

    const kept = await findKept(ctx.db, { owner, key })
    if (kept && !kept.requestHash.equals(requestHash)) {
      throw new AppError(
        'idempotency_conflict',
        'This Idempotency-Key was used for another request',
      )
    }
    if (kept?.answer) return kept.answer
    await sleep(pauseMs)
  }
  throw new AppError(
    'idempotency_conflict',
    'The first request with this Idempotency-Key is not finished yet. Try again in a moment.',
  )
}

function nextPause(pauseMs: number): number {
  return Math.min(longestPauseMs, pauseMs * 2)
}

/** What makes two requests the same: where they go and what they say. */
function hashOf({ method, url, body }: FastifyRequest): Buffer {
  return createHash('sha256')
    .update(`${method} ${url}\n${JSON.stringify(body ?? null)}`)
    .digest()
}
