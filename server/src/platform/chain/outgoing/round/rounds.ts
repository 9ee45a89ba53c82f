import type { Address } from '../../../../lib/hex.js'
import type { Context } from '../../../context.js'
import { StoreUnavailable } from '../../../db/store-unavailable.js'
import type { Hex } from '../../chain.js'
import { describeFailure, isChainFailure } from '../../chain-failures.js'
import { walletOf } from '../../signing-keys.js'
import { type SignerRole, signerRoles } from '../signer-roles.js'
import { hasUnfinished } from '../stores/outgoing-store.js'
import {
  acquireSignerLease,
  releaseSignerLease,
  renewSignerLease,
  type SignerLease,
} from '../stores/signer-lease-store.js'
import type { Rules } from './decide-step.js'
import { followFormerSigners } from './follow-former-signers.js'
import { sendRound } from './send-round.js'
import type { SenderContext, SenderTimes } from './sender-rules.js'
import type { SigningResult } from './sign-planned.js'
import { LeaseLost } from './write-with-lease.js'

export type Round =
  /** `moved`: how many transactions progressed. If none, all wait for blocks, funds or the node. */
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

export type RoundsOptions = Pick<SenderContext, 'hook'> & {
  privateKey: Hex
  /** The roles whose transactions this signer signs. */
  roles: readonly SignerRole[]
  /** Lists all signers, to follow former ones. Null when the rounds of another signer do. */
  listSigners: (() => Promise<Address[]>) | null
  rules: Rules & SenderTimes
  /** Identifies the process as a holder of leases. */
  owner: string
  isReady: () => Promise<boolean>
  signal: AbortSignal
}

/** Creates the rounds of one process for one signer. They must not overlap. */
export function createRounds(ctx: Context, options: RoundsOptions): Rounds {
  const { privateKey, roles, listSigners, rules, owner, hook, isReady, signal } = options
  const { db, config, chain, log } = ctx
  const isOnly = roles.length === signerRoles.length
  const worker = isOnly ? 'outgoing-transactions' : `outgoing-transactions:${roles.join(',')}`
  let signer: Address | null = null
  let checkedAt = Number.NEGATIVE_INFINITY
  let isIdle = false
  // Logged once per outage, not in every round.
  let isFailing = false

  async function run(): Promise<Round> {
    if (!chain) return { kind: 'disabled' }
    try {
      signer ??= await walletOf(privateKey)
      const ref = { chainId: config.chainId, signer }
      const signers = (await listSigners?.()) ?? null
      isIdle = !(await hasUnfinished(db, { ...ref, roles, signers }))
      // An idle process does not take the lease, so that another one can.
      if (isIdle && performance.now() - checkedAt < rules.idleMs) return { kind: 'ran', moved: 0 }
      const acquired = await acquireSignerLease(db, { ...ref, owner, leaseMs: rules.leaseMs })
      if (!acquired) return releaseAlerts()
      if (!(await isReady())) return { kind: 'failed' }

      const { lease } = acquired
      const sender = { ...ctx, chain, privateKey, roles, rules, hook, lease }
      const signed = await whileRenewing(lease, () => sendRound(sender, { ...acquired, signal }))
      checkedAt = performance.now()
      alertConditions(signer, signed)
      if (signed.moved > 0) ctx.wakeups.wake('outgoing-progress')

      // Last, so that a failure does not delay our own transactions.
      const followed =
        signers && !signal.aborted
          ? await whileRenewing(lease, () =>
              followFormerSigners(sender, { ...ref, signers, owner, rules }),
            )
          : 0
      if (followed > 0) ctx.wakeups.wake('outgoing-progress')
      clearFailure()
      return { kind: 'ran', moved: signed.moved + followed }
    } catch (error) {
      if (error instanceof LeaseLost) return releaseAlerts()
      reportFailure(error)
      return { kind: 'failed' }
    }
  }

  /** Renews the lease while a slow node delays the round. The next write detects a lost one. */
  async function whileRenewing<Result>(lease: SignerLease, work: () => Promise<Result>) {
    const renew = () => renewSignerLease(db, lease).catch(() => false)
    const renewal = setInterval(() => void renew(), lease.leaseMs / 3)
    return work().finally(() => clearInterval(renewal))
  }

  /** Resolves our alerts, because the process that holds the lease raises its own. */
  async function releaseAlerts(): Promise<Round> {
    const signer = await walletOf(privateKey)
    ctx.alerts.resolve('signer_unfunded', signer)
    ctx.alerts.resolve('fees_above_limit', signer)
    ctx.alerts.resolve('worker_failing', worker)
    return { kind: 'leased_elsewhere' }
  }

  function clearFailure(): void {
    if (isFailing) log.info('outgoing transactions resumed')
    isFailing = false
    ctx.alerts.resolve('worker_failing', worker)
  }

  function alertConditions(signer: Address, signed: SigningResult): void {
    const { isUnfunded, areFeesAboveLimit } = signed
    if (isUnfunded) {
      const message = 'the signer has insufficient funds for outgoing transactions'
      ctx.alerts.raise({ name: 'signer_unfunded', key: signer, message, signer })
    } else if (isUnfunded === false) ctx.alerts.resolve('signer_unfunded', signer)
    if (areFeesAboveLimit) {
      const message = 'the chain demands higher fees than MAX_FEE_GWEI'
      ctx.alerts.raise({ name: 'fees_above_limit', key: signer, message, signer })
    } else if (areFeesAboveLimit === false) ctx.alerts.resolve('fees_above_limit', signer)
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
      if (!signer) return
      try {
        await releaseSignerLease(db, { chainId: config.chainId, signer, owner })
      } catch (error) {
        log.debug({ err: error }, 'the lease of the signer could not be released and will expire')
      }
    },
  }
}
