import type { Context } from '../../context.js'
import { callOnce } from '../../share-reads.js'
import { walletOf } from '../signing-keys.js'
import { listKeys } from './relayer-keys.js'
import type { Rules } from './round/decide-step.js'
import type { Round } from './round/rounds.js'
import { type SenderContext, type SenderTimes, senderRules } from './round/sender-rules.js'
import { createSignerLoop, type SignerLoop } from './round/signer-loop.js'

/** The loops of all signers as one. */
export type TransactionSender = SignerLoop

export type SenderOptions = Partial<Rules & SenderTimes> & {
  hook?: SenderContext['hook']
  /** Whether the chain is ready. While it is not, nothing is sent. */
  isReady?: () => Promise<boolean>
}

/** Sends planned transactions with the relayer's keys. A lease per key admits one process. */
export function createTransactionSender(
  ctx: Context,
  { hook = () => {}, isReady = async () => true, ...options }: SenderOptions = {},
): TransactionSender {
  const rules = { ...senderRules(ctx.config), ...options }
  const owner = ctx.newId('run')
  const keys = listKeys(ctx.config)
  const listSigners = callOnce(() =>
    Promise.all(keys.map(({ privateKey }) => walletOf(privateKey))),
  )
  const loops = keys.map((key, index) => {
    // One of them follows the transactions of keys that are no longer configured.
    const followed = index === 0 ? listSigners : null
    return createSignerLoop(ctx, { ...key, listSigners: followed, rules, owner, hook, isReady })
  })

  return {
    start() {
      for (const loop of loops) loop.start()
    },
    wake() {
      for (const loop of loops) loop.wake()
    },
    async stop() {
      await Promise.all(loops.map((loop) => loop.stop()))
    },
    async runRound() {
      return joinRounds(await Promise.all(loops.map((loop) => loop.runRound())))
    },
  }
}

/** Joins the rounds of all signers: it ran if any ran, and failed if any failed. */
function joinRounds(rounds: readonly Round[]): Round {
  const worst =
    rounds.find(({ kind }) => kind === 'failed') ?? rounds.find(({ kind }) => kind !== 'ran')
  if (rounds.length === 0) return { kind: 'disabled' }
  if (worst?.kind === 'failed') return worst
  const ran = rounds.flatMap((round) => (round.kind === 'ran' ? round.moved : []))
  if (ran.length === 0) return worst ?? { kind: 'disabled' }
  return { kind: 'ran', moved: ran.reduce((sum, moved) => sum + moved, 0) }
}
