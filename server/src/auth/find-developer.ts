import { createHmac } from 'node:crypto'
import type { Context } from '../platform/context.js'
import { deriveKey } from './derived-key.js'
import { isWellFormedKey } from './key-format.js'
import { type Developer, findDeveloperByHash } from './key-store.js'

export type FindDeveloper = (key: string) => Promise<Developer | null> | Developer | null

/** A revoked key stops working in every process within this time (ruling R-39). */
const rememberMs = 2_000
const rememberAtMost = 10_000

/**
 * Finds the holders of keys. Answers are remembered for a moment, unknown keys too, so that a busy
 * caller costs one query in two seconds and not one per request.
 */
export function createFindDeveloper(ctx: Pick<Context, 'db' | 'config'>): FindDeveloper {
  const hashKey = createKeyHash(ctx.config.masterKey)
  const remembered = new Map<string, { developer: Developer | null; until: number }>()

  async function lookUp(hash: Buffer, name: string): Promise<Developer | null> {
    const developer = await findDeveloperByHash(ctx.db, hash)
    if (remembered.size >= rememberAtMost) remembered.clear()
    remembered.set(name, { developer, until: performance.now() + rememberMs })
    return developer
  }

  return (key) => {
    if (!isWellFormedKey(key)) return null
    const hash = hashKey(key)
    // Keyed by hash: what lies in memory is not the key.
    const name = hash.toString('latin1')
    const known = remembered.get(name)
    return known && known.until > performance.now() ? known.developer : lookUp(hash, name)
  }
}

/** Returns the function that turns a key into what the database knows it by. */
export function createKeyHash(masterKey: string): (key: string) => Buffer {
  const pepper = deriveKey(masterKey, 'key-lookup')
  return (key) => createHmac('sha256', pepper).update(key).digest()
}
