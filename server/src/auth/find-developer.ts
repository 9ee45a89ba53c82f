import { createHmac } from 'node:crypto'
import type { Context } from '../platform/context.js'
import { deriveKey } from './derived-key.js'
import { isWellFormedKey } from './key-format.js'
import { type Developer, findDeveloperByHash } from './key-store.js'

/** Answers at once when it remembers the key, which is the rule for a busy caller. */
export type FindDeveloper = (key: string) => Developer | null | Promise<Developer | null>

/** A revoked key stops working in every process within this time. */
const rememberMs = 2_000
const rememberAtMost = 10_000

/**
 * Finds the holders of keys. Answers, also that nobody has a key, are remembered for a moment and
 * then all forgotten together, so that keys do not lie about in memory.
 */
export function createFindDeveloper(ctx: Pick<Context, 'db' | 'config'>): FindDeveloper {
  const hashKey = createKeyHash(ctx.config.masterKey)
  const remembered = new Map<string, ReturnType<FindDeveloper>>()
  let forgetAt = 0

  async function lookUp(key: string): Promise<Developer | null> {
    try {
      const developer = await findDeveloperByHash(ctx.db, hashKey(key))
      remembered.set(key, developer)
      return developer
    } catch (error) {
      remembered.delete(key)
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
