import { createHmac, randomBytes } from 'node:crypto'
import { setTimeout as sleep } from 'node:timers/promises'
import type { FastifyRequest } from 'fastify'
import { AppError } from '../../../lib/errors.js'
import { encodeBase32, type IdPrefix } from '../../../lib/ids.js'
import type { Context } from '../../context.js'
import { StoreUnavailable } from '../../db/store-unavailable.js'
import { claimKey, findKey, type StoredKey } from './idempotency-store.js'
import { journaledResponses, responseKey } from './journaled-responses.js'

/** A request with an idempotency key that this process has claimed. */
export type Claim = {
  owner: string
  key: string
  holder: string
  seed: Buffer
  requestHash: Buffer
}

type StoredResponse = NonNullable<StoredKey['response']>

type ClaimInput = {
  requestHash: Buffer
  owner: string
  key: string
  /** Set for requests that are accepted while the database is unavailable. */
  seedKey: Uint8Array | null
}

const leaseMs = 30_000
const maxWaitMs = 15_000
const maxPauseMs = 200

/**
 * Claims an idempotency key for a request, or returns the stored response to the same request.
 * Waits while another process works on the request. With a seed key, the seed follows from the
 * request, so that a retry creates the same ids in every process, with or without the database.
 *
 * @throws {AppError} `idempotency_conflict` when the key was used for another request, or the first
 *   request is still running.
 */
export async function claimRequest(
  ctx: Context,
  { requestHash, owner, key, seedKey }: ClaimInput,
): Promise<Claim | StoredResponse> {
  const journaled = ctx.journal.find(journaledResponses, responseKey({ owner, key }))
  if (journaled) return requireSame({ requestHash, stored: journaled })

  const seed = seedKey ? deriveSeed(seedKey, { owner, key, requestHash }) : randomBytes(16)
  const fresh = { owner, key, seed, requestHash, holder: ctx.newId('run') }
  try {
    return await claimStored(ctx, fresh)
  } catch (error) {
    if (seedKey && error instanceof StoreUnavailable) return fresh
    throw error
  }
}

async function claimStored(ctx: Context, fresh: Claim): Promise<Claim | StoredResponse> {
  const { requestHash } = fresh
  const deadline = performance.now() + maxWaitMs
  for (let pauseMs = 10; performance.now() < deadline; pauseMs = nextPause(pauseMs)) {
    const seed = await claimKey(ctx.db, { ...fresh, leaseMs, now: ctx.now() })
    if (seed) return { ...fresh, seed }

    const stored = await findKey(ctx.db, fresh)
    if (stored) requireSame({ requestHash, stored })
    if (stored?.response) return stored.response
    await sleep(pauseMs)
  }
  throw new AppError(
    'idempotency_conflict',
    'The first request with this Idempotency-Key is still running. Try again in a moment.',
  )
}

function requireSame<Stored extends { requestHash: Buffer }>(input: {
  requestHash: Buffer
  stored: Stored
}): Stored {
  const { requestHash, stored } = input
  if (stored.requestHash.equals(requestHash)) return stored
  throw otherRequest()
}

/** The error for a key that another request has used. */
export function otherRequest(): AppError {
  return new AppError(
    'idempotency_conflict',
    'This Idempotency-Key was used for another request. Use a new key.',
  )
}

function nextPause(pauseMs: number): number {
  return Math.min(maxPauseMs, pauseMs * 2)
}

/**
 * Hashes what identifies a request: method, URL and body. Keyed, because a body may contain a PIN,
 * which anyone who reads a plain hash could find by trying all of them.
 */
export function hashRequest({ method, url, body }: FastifyRequest, key: Uint8Array): Buffer {
  return createHmac('sha256', key)
    .update(`${method} ${url}\n${JSON.stringify(body ?? null)}`)
    .digest()
}

/** Includes the request, so that a key that is used again later creates something else. */
function deriveSeed(
  seedKey: Uint8Array,
  { owner, key, requestHash }: Pick<Claim, 'owner' | 'key' | 'requestHash'>,
): Buffer {
  const hmac = createHmac('sha256', seedKey).update(`${owner}\n${key}\n`).update(requestHash)
  return hmac.digest().subarray(0, 16)
}

/** Returns an id for a created resource. Retries under one idempotency key get the same id. */
export function newIdFor(
  ctx: Pick<Context, 'newId'>,
  { request, prefix }: { request: FastifyRequest; prefix: IdPrefix },
): string {
  const seed = request.idempotency?.seed
  return seed ? `${prefix}_${encodeBase32(seed)}` : ctx.newId(prefix)
}

/** The requests with an idempotency key that this process is working on. */
export type RunningRequests = {
  /** Begins a request. Returns false while another one runs under the same name. */
  begin(request: FastifyRequest, run: { name: string; requestHash: Buffer }): boolean
  end(request: FastifyRequest): void
}

/** Creates an empty set, which keeps equal requests apart while the database is unavailable. */
export function createRunningRequests(): RunningRequests {
  const running = new Map<string, { requestHash: Buffer; count: number }>()
  const names = new WeakMap<FastifyRequest, string>()

  return {
    begin(request, { name, requestHash }) {
      const runs = running.get(name) ?? { requestHash, count: 0 }
      if (!runs.requestHash.equals(requestHash)) return false
      running.set(name, { requestHash, count: runs.count + 1 })
      names.set(request, name)
      return true
    },
    end(request) {
      const name = names.get(request)
      if (name === undefined) return
      names.delete(request)
      const runs = running.get(name)
      if (runs && runs.count > 1) running.set(name, { ...runs, count: runs.count - 1 })
      else running.delete(name)
    },
  }
}
