import { createHmac } from 'node:crypto'
import { setTimeout as sleep } from 'node:timers/promises'
import type { Context } from '../../platform/context.js'
import { StoreUnavailable } from '../../platform/db/store-unavailable.js'
import { deriveKey } from '../derived-key.js'
import { isWellFormedKey } from './key-format.js'
import { type Developer, findDeveloperByHash } from './key-store.js'

/** Knows the holders of keys. */
export type Developers = {
  /** Answers at once when it remembers the key, which is the rule for a busy caller. */
  find(key: string): Developer | null | Promise<Developer | null>
  /** Forgets everybody, so that what has just changed counts at once. */
  forget(): void
}

/** A revoked key stops working in every process within this time. */
const rememberMs = 2_000
const rememberAtMost = 10_000
const patienceMs = 250

/**
 * Finds the holders of keys. Answers, also that nobody has a key, are remembered for a moment and
 * then all forgotten together, so that keys do not lie about in memory.
 */
export function createDevelopers(ctx: Pick<Context, 'db' | 'config' | 'now'>): Developers {
  const hashKey = createKeyHash(ctx.config.masterKey)
  const remembered = new Map<string, ReturnType<Developers['find']>>()
  /** By hash, for when the store cannot be asked. */
  const lastKnown = new Map<string, Developer | null>()
  let forgetAt = 0
  /** Counts how often everything was forgotten: what was asked before that must not be remembered after. */
  let era = 0

  async function lookUp(key: string): Promise<Developer | null> {
    const askedIn = era
    try {
      const developer = await askStore(hashKey(key))
      if (era === askedIn) remembered.set(key, developer)
      return developer
    } catch (error) {
      if (era === askedIn) remembered.delete(key)
      throw error
    }
  }

  /** A store that hangs or is away keeps nobody out who was let in before, and makes nobody wait. */
  async function askStore(hash: Buffer): Promise<Developer | null> {
    const name = hash.toString('latin1')
    const askedIn = era
    const answer = findDeveloperByHash(ctx.db, { hash, now: ctx.now() }).then((developer) => {
      if (lastKnown.size >= rememberAtMost) lastKnown.clear()
      if (era === askedIn) lastKnown.set(name, developer)
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

  function find(key: string): ReturnType<Developers['find']> {
    const now = performance.now()
    if (now >= forgetAt || remembered.size >= rememberAtMost) {
      remembered.clear()
      era += 1
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

  function forget(): void {
    era += 1
    remembered.clear()
    lastKnown.clear()
  }

  return { find, forget }
}

/** Returns the function that turns a key into what the database knows it by. */
export function createKeyHash(masterKey: string): (key: string) => Buffer {
  const pepper = deriveKey(masterKey, 'key-lookup')
  return (key) => createHmac('sha256', pepper).update(key).digest()
}
