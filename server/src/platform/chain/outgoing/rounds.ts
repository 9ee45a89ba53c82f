import type { Address } from '../../../lib/hex.js'
import type { Context } from '../../context.js'
import { StoreUnavailable } from '../../db/store-unavailable.js'
import type { Hex } from '../chain.js'
import { walletOf } from '../wallet-of.js'
import type { Rules } from './decide-step.js'
import { describeFailure, isChainFailure } from './describe-failure.js'
import { hasUnfinished } from './outgoing-store.js'
import { sendRound } from './send-round.js'
import type { SenderContext } from './sender-context.js'
import type { SenderTimes } from './sender-rules.js'
import { holdSigner, releaseSigner, type SignerLease, takeSigner } from './signer-lease-store.js'
import { LeaseLost } from './write-as-holder.js'

export type Round =
  /** `moved`: how many transactions got anywhere. When none did, all wait for blocks, money or the node. */
  | { kind: 'ran'; moved: number }
  /** Another process sends for this signer. */
  | { kind: 'elsewhere' }
  /** There is no chain or no key to send with. */
  | { kind: 'off' }
  /** Chain or database could not be asked. */
  | { kind: 'failed' }

export type Rounds = {
  run(): Promise<Round>
  /** Whether the last round found nothing planned and nothing under way. */
  isIdle(): boolean
  /** Has the next round look at the chain although nothing is under way. */
  checkChainNext(): void
  release(): Promise<void>
}

type Options = Pick<SenderContext, 'hook'> & {
  rules: Rules & SenderTimes
  isReady: () => Promise<boolean>
  signal: AbortSignal
}

const worker = 'outgoing-transactions'

/** Rounds of one process for one signer. They must not overlap. */
export function createRounds(ctx: Context, { rules, hook, isReady, signal }: Options): Rounds {
  const { db, config, chain, log } = ctx
  const privateKey = config.relayerPrivateKey as Hex | undefined
  const owner = ctx.newId('run')
  let wallet: Promise<Address> | null = null
  let lookedAt = Number.NEGATIVE_INFINITY
  let isIdle = false
  // Said when they begin, not in every round.
  let isAway = false

  async function run(): Promise<Round> {
    if (!chain || privateKey === undefined) return { kind: 'off' }
    try {
      wallet ??= walletOf(privateKey)
      const signer = await wallet
      const ref = { chainId: config.chainId, signer }
      isIdle = !(await hasUnfinished(db, ref))
      // An idle process does not take the lease, so that another one can.
      if (isIdle && performance.now() - lookedAt < rules.idleMs) return { kind: 'ran', moved: 0 }
      const taken = await takeSigner(db, { ...ref, owner, leaseMs: rules.leaseMs })
      if (!taken) return noteElsewhere()
      if (!(await isReady())) return { kind: 'failed' }

      const sender = { ...ctx, chain, privateKey, rules, hook, lease: taken.lease }
      const { moved, lacksMoney } = await whileRenewing(taken.lease, () =>
        sendRound(sender, { ...taken, signal }),
      )
      lookedAt = performance.now()
      if (moved > 0) ctx.wakeups.wake('outgoing-progress')
      noteAnswer()
      if (lacksMoney !== null) noteMoney(signer, lacksMoney)
      return { kind: 'ran', moved }
    } catch (error) {
      if (error instanceof LeaseLost) return noteElsewhere()
      noteFailure(error)
      return { kind: 'failed' }
    }
  }

  /** A slow node must not cost the lease. Whether it is lost shows at the next write. */
  async function whileRenewing<Result>(lease: SignerLease, work: () => Promise<Result>) {
    const renew = () => holdSigner(db, lease).catch(() => false)
    const renewal = setInterval(() => void renew(), lease.leaseMs / 3)
    return work().finally(() => clearInterval(renewal))
  }

  /** The process that sends now raises its own alerts. */
  function noteElsewhere(): Round {
    ctx.alerts.resolve('signer_unfunded')
    ctx.alerts.resolve('contracts_missing')
    ctx.alerts.resolve('worker_failing', worker)
    return { kind: 'elsewhere' }
  }

  function noteAnswer(): void {
    if (isAway) log.info('outgoing transactions go on')
    isAway = false
    ctx.alerts.resolve('worker_failing', worker)
  }

  function noteMoney(signer: Address, lacksMoney: boolean): void {
    const message = 'the signer cannot pay for outgoing transactions'
    if (lacksMoney) ctx.alerts.raise({ name: 'signer_unfunded', message, signer })
    else ctx.alerts.resolve('signer_unfunded')
  }

  function noteFailure(error: unknown): void {
    // While the store is away the breaker has already said so.
    if (error instanceof StoreUnavailable) return
    const message = 'outgoing transactions failed'
    if (!isChainFailure(error)) {
      ctx.alerts.raise({ name: 'worker_failing', key: worker, message, err: error })
    } else if (!isAway) {
      log.warn({ reason: describeFailure(error) }, 'outgoing transactions wait for the chain')
    }
    isAway = true
  }

  return {
    run,
    isIdle: () => isIdle,
    checkChainNext() {
      lookedAt = Number.NEGATIVE_INFINITY
    },
    /** So that another process need not wait for the lease to run out. */
    async release() {
      if (!wallet) return
      try {
        await releaseSigner(db, { chainId: config.chainId, signer: await wallet, owner })
      } catch (error) {
        log.debug({ err: error }, 'the lease of the signer runs out by itself')
      }
    },
  }
}
