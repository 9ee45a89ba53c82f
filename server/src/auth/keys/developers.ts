import { setTimeout as sleep } from 'node:timers/promises'
import type { Context } from '../../platform/context.js'
import { StoreUnavailable } from '../../platform/db/store-unavailable.js'
import { type Developer, toDeveloper } from './developer.js'
import { isWellFormedKey } from './key-format.js'
import { createKeyHash } from './key-hash.js'
import { useKeyByHash } from './key-store.js'

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
 * Finds the holders of keys. Answers, also that nobody has a key, are remembered for a moment and then all
 * forgotten together.
 */
export function createDevelopers(ctx: Pick<Context, 'db' | 'config' | 'now'>): Developers {
  const hashKey = createKeyHash(ctx.config.masterKey)
  const remembered = new Map<string, ReturnType<Developers['find']>>()
  /** Holders by hash, for when the store cannot be asked. */
  const lastKnown = new Map<string, Developer>()
  let forgetAt = 0
  /** Counts how often everything was forgotten: what was asked before that must not be remembered after. */
  let era = 0
  /** Counts only how often that was asked for, because something has changed. */
  let changes = 0

  async function lookUp(key: string): Promise<Developer | null> {
    const askedIn = era
    const hash = hashKey(key)
    const answer = askStore(hash)
    void answer.then(
      (developer) => {
        if (era === askedIn) remembered.set(key, developer)
      },
      () => {
        if (era === askedIn) remembered.delete(key)
      },
    )

    const known = lastKnown.get(hash.toString('latin1'))
    return known ? orKnown(answer, known) : answer
  }

  async function askStore(hash: Buffer): Promise<Developer | null> {
    const asked = changes
    const terms = await useKeyByHash(ctx.db, { hash, now: ctx.now() })
    const developer = terms && toDeveloper(terms)
    if (changes === asked) keepLastKnown(hash.toString('latin1'), developer)
    return developer
  }

  function keepLastKnown(name: string, developer: Developer | null): void {
    if (lastKnown.size >= rememberAtMost) lastKnown.clear()
    if (developer) lastKnown.set(name, developer)
    else lastKnown.delete(name)
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
    changes += 1
    remembered.clear()
    lastKnown.clear()
  }

  return { find, forget }
}

/** A store that hangs or is away keeps nobody out who was let in before, and makes nobody wait. */
async function orKnown(
  answer: Promise<Developer | null>,
  known: Developer,
): Promise<Developer | null> {
  try {
    return await Promise.race([answer, sleep(patienceMs, known, { ref: false })])
  } catch (error) {
    if (error instanceof StoreUnavailable) return known
    throw error
  }
}
