import { setTimeout as sleep } from 'node:timers/promises'
import type { Context } from '../../context.js'
import { createPause } from '../../jobs/pause.js'
import type { Rules } from './decide-step.js'
import { createRounds, type Round } from './rounds.js'
import type { SenderContext } from './sender-context.js'
import { type SenderTimes, senderRules } from './sender-rules.js'

export type TransactionSender = {
  start(): void
  /** Looks for planned transactions now. Planning one in this process does so, too. */
  wake(): void
  /** Finishes the round under way and lets somebody else go on. */
  stop(): Promise<void>
  /** One round, after the one under way. Never throws: what could not be done is done by a later round. */
  runRound(): Promise<Round>
}

export type SenderOptions = Partial<Rules & SenderTimes> & {
  hook?: SenderContext['hook']
  /** Whether the chain is fit to be sent to; while it is not, nothing is done. */
  isReady?: () => Promise<boolean>
}

/** A round that got somewhere is soon followed by another: what was sent may be in a block already. */
const hurry = 10
const afterFailureMs = 1_000

/** Sends what was planned, with the relayer's key. Any number of processes may do so; one at a time does. */
export function createTransactionSender(
  ctx: Context,
  { hook = () => {}, isReady = async () => true, ...options }: SenderOptions = {},
): TransactionSender {
  const rules = { ...senderRules(ctx.config), ...options }
  const stopping = new AbortController()
  const rounds = createRounds(ctx, { rules, hook, isReady, signal: stopping.signal })
  const pause = createPause()
  let underWay: Promise<unknown> = Promise.resolve()
  let loop = Promise.resolve()
  let stopListening: (() => void)[] = []

  function runRound(): Promise<Round> {
    const round = underWay.then(rounds.run)
    underWay = round
    return round
  }

  async function work(): Promise<void> {
    while (!stopping.signal.aborted) {
      const round = await runRound()
      if (round.kind === 'off') return
      await pause.wait(timeToNext(round))
    }
  }

  function timeToNext(round: Round): number {
    if (round.kind === 'failed') return Math.max(rules.pollMs, afterFailureMs)
    if (round.kind === 'ran' && round.moved > 0) return rules.pollMs / hurry
    return rounds.isIdle() ? Math.min(rules.idlePollMs, rules.idleMs) : rules.pollMs
  }

  function lookAtChain(): void {
    rounds.checkChainNext()
    pause.wake()
  }

  return {
    start() {
      stopListening = [
        ctx.wakeups.listen('outgoing', pause.wake),
        ctx.wakeups.listen('lost-blocks', lookAtChain),
      ]
      loop = work()
    },
    wake: pause.wake,
    async stop() {
      for (const end of stopListening) end()
      stopping.abort()
      pause.wake()
      const done = Promise.all([loop, underWay]).then(rounds.release)
      await Promise.race([done, sleep(rules.graceMs, undefined, { ref: false })])
    },
    runRound,
  }
}
