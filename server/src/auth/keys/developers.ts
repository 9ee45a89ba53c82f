import { setTimeout as sleep } from 'node:timers/promises'
import type { Context } from '../../platform/context.js'
import { StoreUnavailable } from '../../platform/db/store-unavailable.js'
import type { Limiter } from '../limits/limiter.js'
import { type Developer, toDeveloper } from './developer.js'
import { isWellFormedKey } from './key-format.js'
import { createKeyHash } from './key-hash.js'
import { useKeyByHash } from './key-store.js'
import { createUnknownKeyLimit } from './unknown-key-limit.js'

export type Developers = {
  /**
   * Returns the caller for a key, or `null`. Avoids a promise when the key is cached.
   *
   * @throws {AppError} `rate_limited` when too many unknown keys came from the network address.
   */
  find(key: string, from: { ip: string }): Developer | null | Promise<Developer | null>
  /** Clears the cache, so that changes take effect at once. */
  forget(): void
}

/** A revoked key stops working in every process within this time. */
const cacheMs = 2_000
const maxCached = 10_000
const timeoutMs = 250

/**
 * Creates a cache of keys. All entries, including unknown keys, expire together after a moment.
 */
export function createDevelopers(
  ctx: Pick<Context, 'db' | 'config' | 'now'>,
  limiter: Limiter,
): Developers {
  const hashKey = createKeyHash(ctx.config.masterKey)
  const unknownKeys = createUnknownKeyLimit(ctx, { limiter, maxProven: maxCached })
  const cache = new Map<string, ReturnType<Developers['find']>>()
  /** Callers by key hash, for use while the database is unavailable. */
  const lastKnown = new Map<string, Developer>()
  let expiresAtMs = 0
  /** Counts clears: the result of an earlier query must not be cached after a clear. */
  let generation = 0
  /** Counts calls of `forget`, which also invalidate `lastKnown`. */
  let changes = 0

  async function lookUp(key: string, hash: Buffer): Promise<Developer | null> {
    const startedIn = generation
    const result = queryStore(hash)
    void result.then(
      (developer) => {
        if (generation === startedIn) cache.set(key, developer)
      },
      () => {
        if (generation === startedIn) cache.delete(key)
      },
    )

    const known = lastKnown.get(hash.toString('latin1'))
    return known ? orKnown(result, known) : result
  }

  async function queryStore(hash: Buffer): Promise<Developer | null> {
    const changesBefore = changes
    const terms = await useKeyByHash(ctx.db, { hash, now: ctx.now() })
    const developer = terms && toDeveloper(terms)
    if (changes === changesBefore) keepLastKnown(hash.toString('latin1'), developer)
    return developer
  }

  function keepLastKnown(name: string, developer: Developer | null): void {
    if (lastKnown.size >= maxCached) lastKnown.clear()
    if (developer) lastKnown.set(name, developer)
    else lastKnown.delete(name)
  }

  function find(key: string, { ip }: { ip: string }): ReturnType<Developers['find']> {
    const nowMs = performance.now()
    if (nowMs >= expiresAtMs || cache.size >= maxCached) {
      cache.clear()
      generation += 1
      expiresAtMs = nowMs + cacheMs
    }

    const cached = cache.get(key)
    if (cached !== undefined) return cached
    if (!isWellFormedKey(key)) return null

    const hash = hashKey(key)
    const settle = unknownKeys.take(hash.toString('latin1'), ip)
    // The pending query is cached too, so that concurrent callers share it.
    const result = lookUp(key, hash)
    void result.then(
      (developer) => settle(developer ? 'known' : 'unknown'),
      () => settle('undecided'),
    )
    cache.set(key, result)
    return result
  }

  function forget(): void {
    generation += 1
    changes += 1
    cache.clear()
    lastKnown.clear()
  }

  return { find, forget }
}

/** Falls back on the last known caller when the database hangs or is unavailable. */
async function orKnown(
  result: Promise<Developer | null>,
  known: Developer,
): Promise<Developer | null> {
  try {
    return await Promise.race([result, sleep(timeoutMs, known, { ref: false })])
  } catch (error) {
    if (error instanceof StoreUnavailable) return known
    throw error
  }
}
