import { createHmac } from 'node:crypto'
import { setTimeout as sleep } from 'node:timers/promises'
import type { Context } from '../platform/context.js'
import { StoreUnavailable } from '../platform/db/store-unavailable.js'
import { deriveKey } from './derived-key.js'
import { isWellFormedKey } from './key-format.js'
import { type Developer, findDeveloperByHash } from './key-store.js'

/** Answers at once when it remembers the key, which is the rule for a busy caller. */
export type FindDeveloper = (key: string) => Developer | null | Promise<Developer | null>

/** A revoked key stops working in every process within this time. */
const rememberMs = 2_000
const rememberAtMost = 10_000
const patienceMs = 250

/**
 * Finds the holders of keys. Answers, also that nobody has a key, are remembered for a moment and
 * then all forgotten together, so that keys do not lie about in memory.
 */
export function createFindDeveloper(ctx: Pick<Context, 'db' | 'config'>): FindDeveloper {
  const hashKey = createKeyHash(ctx.config.masterKey)
  const remembered = new Map<string, ReturnType<FindDeveloper>>()
  /** By hash, for when the store cannot be asked. */
  const lastKnown = new Map<string, Developer | null>()
  let forgetAt = 0

  async function lookUp(key: string): Promise<Developer | null> {
    try {
      const developer = await askStore(hashKey(key))
      remembered.set(key, developer)
      return developer
    } catch (error) {
      remembered.delete(key)
      throw error
    }
  }

  /** A store that hangs or is away keeps nobody out who was let in before, and makes nobody wait. */
  async function askStore(hash: Buffer): Promise<Developer | null> {
    const name = hash.toString('latin1')
    const answer = findDeveloperByHash(ctx.db, hash).then((developer) => {
      if (lastKnown.size >= rememberAtMost) lastKnown.clear()
      lastKnown.set(name, developer)
      return developer
    })

    const known = lastKnown.get(name)
    if (!known) return answer
    try {
      return await Promise.race([answer, sleep(patienceMs, known, { ref: false })])
    } catch (error) {
      if (error instanceof StoreUnavailable) return known
      throw error
    }
  }

  return (key) => {
    const now = performance.now()
    if (now >= forgetAt || remembered.size >= rememberAtMost) {
      remembered.clear()
      forgetAt = now + rememberMs
    }

    const known = remembered.get(key)
    if (known !== undefined) return known
    if (!isWellFormedKey(key)) return null

    // Remembered while under way: callers who come together share one query.
    const answer = lookUp(key)
    remembered.set(key, answer)
    return answer
  }
}

/** Returns the function that turns a key into what the database knows it by. */
export function createKeyHash(masterKey: string): (key: string) => Buffer {
  const pepper = deriveKey(masterKey, 'key-lookup')
  return (key) => createHmac('sha256', pepper).update(key).digest()
}
