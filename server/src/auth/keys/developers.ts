import { setTimeout as sleep } from 'node:timers/promises'
import type { Address } from '../../lib/hex.js'
import type { Context } from '../../platform/context.js'
import { StoreUnavailable } from '../../platform/db/store-unavailable.js'
import type { Limiter } from '../limits/limiter.js'
import { type Developer, type KeyTerms, toDeveloper } from './developer.js'
import { createKeyHash, isWellFormedKey } from './key-format.js'
import { useKeyByHash } from './key-store.js'
import { knownKeys } from './known-keys.js'
import { createUnknownKeyLimit } from './unknown-key-limit.js'

export type Developers = {
  /**
   * Returns the caller for a key, or `null`. Avoids a promise when the key is cached.
   *
   * @throws {AppError} `rate_limited` when too many unknown keys came from the network address.
   */
  find(key: string, from: { ip: string }): Developer | null | Promise<Developer | null>
  /** Forgets the keys of a merchant, so that changes take effect at once. */
  forget(merchant: Address): void
}

/** A revoked key stops working in every process within this time. */
const cacheMs = 2_000
const maxCached = 10_000
const timeoutMs = 250

/** Creates a cache of keys. All entries, including unknown keys, expire together after a moment. */
export function createDevelopers(
  ctx: Pick<Context, 'db' | 'config' | 'now' | 'snapshot'>,
  limiter: Limiter,
): Developers {
  const hashKey = createKeyHash(ctx.config.masterKey)
  const unknownKeys = createUnknownKeyLimit(ctx, { limiter, maxProven: maxCached })
  const cache = new Map<string, ReturnType<Developers['find']>>()
  let expiresAtMs = 0
  /** Counts clears: the result of an earlier query must not be cached after a clear. */
  let generation = 0
  /** Counts calls of `forget`, which also invalidate the snapshot. */
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

    const terms = ctx.snapshot.find<KeyTerms>(knownKeys, hash.toString('latin1'))
    return terms ? withFallback(result, toDeveloper(terms)) : result
  }

  async function queryStore(hash: Buffer): Promise<Developer | null> {
    const changesBefore = changes
    const terms = await useKeyByHash(ctx.db, { hash, now: ctx.now() })
    if (changes === changesBefore) ctx.snapshot.keep(knownKeys, hash.toString('latin1'), terms)
    if (terms) ctx.snapshot.use(terms.merchant)
    return terms && toDeveloper(terms)
  }

  function find(key: string, from: { ip: string }): ReturnType<Developers['find']> {
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
    const settle = unknownKeys.take(hash.toString('latin1'), from.ip)
    // The pending query is cached too, so that concurrent callers share it.
    const result = lookUp(key, hash)
    void result.then(
      (developer) => settle(developer ? 'known' : 'unknown'),
      () => settle('undecided'),
    )
    cache.set(key, result)
    return result
  }

  function forget(merchant: Address): void {
    generation += 1
    changes += 1
    cache.clear()
    // An outage may begin now, and the keys of other merchants must still work in it.
    for (const [hash, terms] of ctx.snapshot.list<KeyTerms>(knownKeys)) {
      if (terms.merchant === merchant) ctx.snapshot.keep(knownKeys, hash, null)
    }
  }

  return { find, forget }
}

/** Falls back on the last known caller when the database hangs or is unavailable. */
async function withFallback(
  result: Promise<Developer | null>,
  developer: Developer,
): Promise<Developer | null> {
  try {
    return await Promise.race([result, sleep(timeoutMs, developer, { ref: false })])
  } catch (error) {
    if (error instanceof StoreUnavailable) return developer
    throw error
  }
}
