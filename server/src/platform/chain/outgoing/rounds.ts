import type { Address } from '../../../lib/hex.js'
import type { Context } from '../../context.js'
import { StoreUnavailable } from '../../db/store-unavailable.js'
import type { Hex } from '../chain.js'
import { walletOf } from '../wallet-of.js'
import type { Rules } from './decide-step.js'
import { describeFailure, isChainFailure } from './describe-failure.js'
import { lanes } from './lanes.js'
import { hasUnfinished } from './outgoing-store.js'
import { sendRound } from './send-round.js'
import type { SenderContext } from './sender-context.js'
import type { SenderTimes } from './sender-rules.js'
import {
  acquireSignerLease,
  releaseSignerLease,
  renewSignerLease,
  type SignerLease,
} from './signer-lease-store.js'
import { LeaseLost } from './write-with-lease.js'

export type Round =
  /** `moved`: number of transactions that made progress. If none, all wait for blocks, funds or the node. */
  | { kind: 'ran'; moved: number }
  /** Another process holds the signer's lease. */
  | { kind: 'leased_elsewhere' }
  /** No chain or no key is configured. */
  | { kind: 'disabled' }
  /** Chain or database did not respond. */
  | { kind: 'failed' }

export type Rounds = {
  run(): Promise<Round>
  /** Returns whether the last round found nothing planned and nothing pending. */
  isIdle(): boolean
  /** Makes the next round read the chain although nothing is pending. */
  checkChainNext(): void
  release(): Promise<void>
}

type Options = Pick<SenderContext, 'hook'> & {
  rules: Rules & SenderTimes
  isReady: () => Promise<boolean>
  signal: AbortSignal
}

const worker = 'outgoing-transactions'

/** Creates the rounds of one process for one signer. They must not overlap. */
export function createRounds(ctx: Context, { rules, hook, isReady, signal }: Options): Rounds {
  const { db, config, chain, log } = ctx
  const privateKey = config.relayerPrivateKey as Hex | undefined
  const owner = ctx.newId('run')
  let wallet: Promise<Address> | null = null
  let checkedAt = Number.NEGATIVE_INFINITY
  let isIdle = false
  // Logged once per outage, not in every round.
  let isFailing = false

  async function run(): Promise<Round> {
    if (!chain || privateKey === undefined) return { kind: 'disabled' }
    try {
      wallet ??= walletOf(privateKey)
      const signer = await wallet
      const ref = { chainId: config.chainId, signer }
      isIdle = !(await hasUnfinished(db, ref))
      // An idle process does not take the lease, so that another one can.
      if (isIdle && performance.now() - checkedAt < rules.idleMs) return { kind: 'ran', moved: 0 }
      const acquired = await acquireSignerLease(db, { ...ref, owner, leaseMs: rules.leaseMs })
      if (!acquired) return releaseAlerts()
      if (!(await isReady())) return { kind: 'failed' }

      const sender = { ...ctx, chain, privateKey, lanes, rules, hook, lease: acquired.lease }
      const { moved, isUnfunded } = await whileRenewing(acquired.lease, () =>
        sendRound(sender, { ...acquired, signal }),
      )
      checkedAt = performance.now()
      if (moved > 0) ctx.wakeups.wake('outgoing-progress')
      clearFailure()
      if (isUnfunded !== null) alertFunds(signer, isUnfunded)
      return { kind: 'ran', moved }
    } catch (error) {
      if (error instanceof LeaseLost) return releaseAlerts()
      reportFailure(error)
      return { kind: 'failed' }
    }
  }

  /** Renews the lease while a slow node keeps the round busy. The next write detects a lost lease. */
  async function whileRenewing<Result>(lease: SignerLease, work: () => Promise<Result>) {
    const renew = () => renewSignerLease(db, lease).catch(() => false)
    const renewal = setInterval(() => void renew(), lease.leaseMs / 3)
    return work().finally(() => clearInterval(renewal))
  }

  /** Resolves our alerts, because the process that holds the lease raises its own. */
  function releaseAlerts(): Round {
    ctx.alerts.resolve('signer_unfunded')
    ctx.alerts.resolve('contracts_missing')
    ctx.alerts.resolve('worker_failing', worker)
    return { kind: 'leased_elsewhere' }
  }

  function clearFailure(): void {
    if (isFailing) log.info('outgoing transactions resumed')
    isFailing = false
    ctx.alerts.resolve('worker_failing', worker)
  }

  function alertFunds(signer: Address, isUnfunded: boolean): void {
    const message = 'the signer has insufficient funds for outgoing transactions'
    if (isUnfunded) ctx.alerts.raise({ name: 'signer_unfunded', message, signer })
    else ctx.alerts.resolve('signer_unfunded')
  }

  function reportFailure(error: unknown): void {
    // The circuit breaker already logs an unavailable database.
    if (error instanceof StoreUnavailable) return
    const message = 'outgoing transactions failed'
    if (!isChainFailure(error)) {
      ctx.alerts.raise({ name: 'worker_failing', key: worker, message, err: error })
    } else if (!isFailing) {
      log.warn({ reason: describeFailure(error) }, 'outgoing transactions wait for the chain')
    }
    isFailing = true
  }

  return {
    run,
    isIdle: () => isIdle,
    checkChainNext() {
      checkedAt = Number.NEGATIVE_INFINITY
    },
    async release() {
      if (!wallet) return
      try {
        await releaseSignerLease(db, { chainId: config.chainId, signer: await wallet, owner })
      } catch (error) {
        log.debug({ err: error }, 'the lease of the signer could not be released and will expire')
      }
    },
  }
}
