import { setTimeout as sleep } from 'node:timers/promises'
import type { Context } from '../../../context.js'
import { createPause } from '../../../jobs/pause.js'
import { createRounds, type Round, type RoundsOptions } from './rounds.js'

/** The next round after progress is sooner, as the transactions may be in a block already. */
const progressSpeedup = 10
const minRetryMs = 1_000

type Options = Omit<RoundsOptions, 'signal'>

export type SignerLoop = {
  start(): void
  /** Looks for planned transactions now. Planning one in this process does the same. */
  wake(): void
  /** Finishes the current round and releases the lease. */
  stop(): Promise<void>
  /** Runs one round after the current one. Never throws; later rounds retry. */
  runRound(): Promise<Round>
}

/** Runs the rounds of one signer, one after the other, while there is work. */
export function createSignerLoop(ctx: Context, options: Options): SignerLoop {
  const { rules } = options
  const stopping = new AbortController()
  const rounds = createRounds(ctx, { ...options, signal: stopping.signal })
  const pause = createPause()
  let current: Promise<unknown> = Promise.resolve()
  let loop = Promise.resolve()
  let stopListening: (() => void)[] = []

  function runRound(): Promise<Round> {
    const round = current.then(rounds.run)
    current = round
    return round
  }

  async function work(): Promise<void> {
    while (!stopping.signal.aborted) {
      const round = await runRound()
      if (round.kind === 'disabled') return
      await pause.wait(timeToNext(round))
    }
  }

  function timeToNext(round: Round): number {
    if (round.kind === 'failed') return Math.max(rules.pollMs, minRetryMs)
    if (round.kind === 'ran' && round.moved > 0) return rules.pollMs / progressSpeedup
    return rounds.isIdle() ? Math.min(rules.idlePollMs, rules.idleMs) : rules.pollMs
  }

  function checkChain(): void {
    rounds.checkChainNext()
    pause.wake()
  }

  return {
    start() {
      stopListening = [
        ctx.wakeups.listen('outgoing', pause.wake),
        ctx.wakeups.listen('lost-blocks', checkChain),
      ]
      loop = work()
    },
    wake: pause.wake,
    async stop() {
      for (const end of stopListening) end()
      stopping.abort()
      pause.wake()
      const done = Promise.all([loop, current]).then(rounds.release)
      await Promise.race([done, sleep(rules.graceMs, undefined, { ref: false })])
    },
    runRound,
  }
}
