import { createHash, randomBytes } from 'node:crypto'
import { setTimeout as sleep } from 'node:timers/promises'
import type { FastifyRequest } from 'fastify'
import { AppError } from '../../../lib/errors.js'
import type { Context } from '../../context.js'
import { claimKey, findKey, type StoredKey } from './idempotency-store.js'

/** A request with an idempotency key that this process has claimed. */
export type Claim = { owner: string; key: string; holder: string; seed: Buffer }

const leaseMs = 30_000
const maxWaitMs = 15_000
const maxPauseMs = 200

/**
 * Claims an idempotency key for a request, or returns the stored response to the same request. Waits while another
 * process works on the request.
 *
 * @throws {AppError} `idempotency_conflict` when the key was used for another request, or the first request is
 *   still running.
 */
export async function claimRequest(
  ctx: Context,
  { request, owner, key }: { request: FastifyRequest; owner: string; key: string },
): Promise<Claim | NonNullable<StoredKey['response']>> {
  const requestHash = hashOf(request)
  const holder = ctx.newId('run')
  const giveUpAt = performance.now() + maxWaitMs

  for (let pauseMs = 10; performance.now() < giveUpAt; pauseMs = nextPause(pauseMs)) {
    const fresh = { seed: randomBytes(16), holder, leaseMs, now: ctx.now() }
    const seed = await claimKey(ctx.db, { owner, key, requestHash, ...fresh })
    if (seed) return { owner, key, holder, seed }

    const stored = await findKey(ctx.db, { owner, key })
    if (stored && !stored.requestHash.equals(requestHash)) {
      throw new AppError(
        'idempotency_conflict',
        'This Idempotency-Key was used for another request. Use a new key.',
      )
    }
    if (stored?.response) return stored.response
    await sleep(pauseMs)
  }
  throw new AppError(
    'idempotency_conflict',
    'The first request with this Idempotency-Key is still running. Try again in a moment.',
  )
}

function nextPause(pauseMs: number): number {
  return Math.min(maxPauseMs, pauseMs * 2)
}

/** Hashes what identifies a request: method, URL and body. */
function hashOf({ method, url, body }: FastifyRequest): Buffer {
  return createHash('sha256')
    .update(`${method} ${url}\n${JSON.stringify(body ?? null)}`)
    .digest()
}
