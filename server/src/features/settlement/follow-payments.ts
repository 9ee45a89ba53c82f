import { setTimeout as sleep } from 'node:timers/promises'
import type { Hash } from '../../lib/hex.js'
import type { Block, Chain } from '../../platform/chain/chain.js'
import type { Context } from '../../platform/context.js'
import { LostLease } from '../../platform/jobs/isolate.js'
import { createPause } from '../../platform/jobs/pause.js'
import type { Watcher } from './round.js'

export type WatchTimes = {
  /** Between two reads of the latest block, and the minimum between two rounds, while active. */
  pollMs: number
  /** Between two reads when there was no activity for a while. */
  idlePollMs: number
  /** How long a new block, a wake-up or a visit to a payment page counts as activity. */
  activeForMs: number
  /** The maximum between two rounds: some work depends on time or comes from other processes. */
  roundMs: number
  idleRoundMs: number
}

const sandboxTimes: WatchTimes = {
  pollMs: 250,
  idlePollMs: 1_000,
  activeForMs: 15_000,
  roundMs: 1_000,
  idleRoundMs: 30_000,
}

/**
 * With a block every two seconds there is always activity. Nodes bill requests, so rounds are not
 * more frequent.
 */
const liveTimes: WatchTimes = {
  pollMs: 2_000,
  idlePollMs: 2_000,
  activeForMs: 15_000,
  roundMs: 2_000,
  idleRoundMs: 30_000,
}

const afterFailureMs = 1_000

/**
 * Runs rounds of a watcher until the signal aborts. A round follows a new block, a wake-up, a
 * failed round, a round that left work, or `roundMs`. Between rounds it reads only the newest
 * block. Returns the number of payments found.
 */
export async function followPayments(
  ctx: Pick<Context, 'config' | 'wakeups'>,
  input: {
    chain: Pick<Chain, 'findBlock'>
    watcher: Watcher
    signal: AbortSignal
    onRound?: () => void
    onFailure?: (error: unknown) => void
    times?: Partial<WatchTimes>
  },
): Promise<{ found: number }> {
  const { chain, watcher, signal, onRound = () => {}, onFailure = () => {} } = input
  const defaults = ctx.config.mode === 'sandbox' ? sandboxTimes : liveTimes
  const times = { ...defaults, ...input.times }
  const pause = createPause()
  let found = 0
  let isWanted = true
  let hasFailed = false
  let head: Hash | null = null
  let roundAt = Number.NEGATIVE_INFINITY
  let activeAt = Number.NEGATIVE_INFINITY

  const isActive = () => performance.now() - activeAt < times.activeForMs

  function noteActivity(): void {
    const wasActive = isActive()
    activeAt = performance.now()
    if (!wasActive) pause.wake()
  }

  function wake(): void {
    activeAt = performance.now()
    isWanted = true
    pause.wake()
  }

  /** Decides whether a round is due. Compares block hashes, because a reorg may keep the number. */
  async function checkForNewBlock(): Promise<{ latest: Block | null; isDue: boolean }> {
    const latest = await chain.findBlock('latest')
    const isNew = latest !== null && latest.hash !== head
    if (isNew && head !== null) activeAt = performance.now()
    head = latest?.hash ?? null
    const ageMs = performance.now() - roundAt
    const isOld = ageMs >= (isActive() ? times.roundMs : times.idleRoundMs)
    return { latest, isDue: isNew || isWanted || isOld }
  }

  /** Returns how long to wait before the next step. */
  async function step(): Promise<number> {
    // After a failure, skip the read: a round settles what is in the database even while no node
    // responds.
    const { latest, isDue } = hasFailed ? { latest: null, isDue: true } : await checkForNewBlock()
    if (isDue) {
      // Wake-ups during the round are for the next one.
      isWanted = false
      const round = await watcher.runRound(signal, latest)
      hasFailed = false
      roundAt = performance.now()
      found += round.foundCount
      onRound()
      if (round.isBehind || round.hasMore) isWanted = true
      if (round.isBehind) return 0
    }
    return isActive() ? times.pollMs : times.idlePollMs
  }

  function recover(error: unknown): number {
    onFailure(error)
    hasFailed = true
    roundAt = performance.now()
    return error instanceof LostLease ? times.pollMs : Math.max(times.pollMs, afterFailureMs)
  }

  const stopListening = [
    ctx.wakeups.listen('payments', wake),
    ctx.wakeups.listen('outgoing-progress', wake),
    ctx.wakeups.listen('payment-pages', noteActivity),
  ]
  signal.addEventListener('abort', pause.wake)
  try {
    while (!signal.aborted) {
      const waitMs = await step().catch(recover)
      await pause.wait(waitMs)
      // Wake-ups cut a wait short, but rounds are never more frequent than `pollMs`.
      const earlyMs = waitMs === 0 ? 0 : roundAt + times.pollMs - performance.now()
      if (earlyMs > 0) await sleep(earlyMs, undefined, { signal }).catch(() => {})
    }
  } finally {
    for (const end of stopListening) end()
    signal.removeEventListener('abort', pause.wake)
  }
  return { found }
}
