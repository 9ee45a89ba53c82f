import type { Config } from '../../config/config.js'
import type { Rules } from './decide-step.js'

/** Base's test network, and what a sandbox chain calls itself: nothing of value is lost with its last block. */
const testChainId = 84_532

export type SenderTimes = {
  pollMs: number
  /** How often to look for planned transactions while idle. Another process may plan one. */
  idlePollMs: number
  /**
   * How often the chain is looked at when nothing is under way: it may have lost what was final. The watcher of
   * payments notices that sooner, and wakes the sender of its process.
   */
  idleMs: number
  /** How long nobody sends when whoever did was killed. */
  leaseMs: number
  /** How long a stop waits for the round under way. */
  graceMs: number
}

/** What outgoing transactions are sent by, where nothing else is asked for. */
export function senderRules({
  mode,
  chainId,
  confirmations,
}: Pick<Config, 'mode' | 'chainId' | 'confirmations'>): Rules & SenderTimes {
  const isSandbox = mode === 'sandbox'
  return {
    bumpAfterMs: 30_000,
    maxBumps: 5,
    confirmations: confirmations ?? (chainId === testChainId ? 1 : 5),
    doubtMs: 10_000,
    pollMs: isSandbox ? 250 : 1_000,
    idlePollMs: 1_000,
    idleMs: isSandbox ? 30_000 : 10_000,
    leaseMs: isSandbox ? 2_000 : 5_000,
    graceMs: 10_000,
  }
}
