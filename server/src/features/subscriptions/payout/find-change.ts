import { listMemberships } from '../../../auth/merchants/member-store.js'
import { AppError } from '../../../lib/errors.js'
import { type Address, type Hash, parseAddress } from '../../../lib/hex.js'
import { unixMs } from '../../../lib/time.js'
import type { Hex } from '../../../platform/chain/chain.js'
import { subscriptionChargerAbi } from '../../../platform/chain/generated/subscription-charger.js'
import { findOutgoing } from '../../../platform/chain/outgoing/find-outgoing.js'
import type { Outgoing } from '../../../platform/chain/outgoing/outgoing.js'
import { nativeToken } from '../../../platform/chain/tokens.js'
import type { TxContext } from '../../../platform/context.js'
import { findSplitOwner } from '../../split/find-split.js'
import { replacedVersionMs } from '../plans/plan.js'
import { listMovedMerchants } from './payout-store.js'
import type { Override } from './read-overrides.js'

/** A payout that a wallet moves with one nonce. */
export type Change = { signer: Address; payout: Address; nonce: number }

/** `done` once it is final on chain. */
export type KnownChange = Change & { status: 'pending' | 'done'; transactionHash: Hash | null }

type Submission = { outgoing: Outgoing; attempt: number }

/**
 * Finds the state of a change that was submitted before, here or on chain. Returns null when it can
 * be submitted.
 *
 * @throws {AppError} `conflict` when the nonce is used for another payout, or is not the next one.
 */
export async function findChange(
  ctx: Pick<TxContext, 'db' | 'config'>,
  change: Change,
  override: Override,
): Promise<KnownChange | null> {
  const { nonce, payout } = change
  const submitted = await findSubmitted(ctx, change)
  const isUsed = nonce < override.nonce
  // A final transaction without effect belongs to a chain that was reset.
  if (submitted && (isUsed || submitted.state !== 'final')) {
    if ((await payoutIn(submitted.data)) !== payout) throw nonceTaken()
    const status = submitted.state === 'final' ? 'done' : 'pending'
    return { ...change, status, transactionHash: submitted.hash }
  }
  if (nonce === override.nonce) return null
  const isLast = nonce === override.nonce - 1
  if (isLast && (override.payout ?? nativeToken) === payout) {
    return { ...change, status: 'done', transactionHash: null }
  }
  throw nonceTaken()
}

/** Finds the change that is under way with the wallet's next nonce, or null. */
export async function findPending(
  ctx: Pick<TxContext, 'db' | 'config'>,
  { signer, nonce }: { signer: Address; nonce: number },
): Promise<Change | null> {
  const submitted = await findSubmitted(ctx, { signer, nonce })
  if (!submitted || submitted.state === 'final') return null
  return { signer, nonce, payout: await payoutIn(submitted.data) }
}

/** Returns the idempotency key of the next attempt to submit a change. */
export async function nextKey(
  ctx: Pick<TxContext, 'db' | 'config'>,
  change: Pick<Change, 'signer' | 'nonce'>,
): Promise<string> {
  const last = await findLast(ctx, change)
  return keyOf(change, (last?.attempt ?? 0) + 1)
}

/** Finds the last transaction of a change, unless it failed. */
async function findSubmitted(
  ctx: Pick<TxContext, 'db' | 'config'>,
  change: Pick<Change, 'signer' | 'nonce'>,
): Promise<Outgoing | null> {
  const last = await findLast(ctx, change)
  return last && !hasFailed(last.outgoing) ? last.outgoing : null
}

async function findLast(
  { db, config }: Pick<TxContext, 'db' | 'config'>,
  change: Pick<Change, 'signer' | 'nonce'>,
): Promise<Submission | null> {
  let last: Submission | null = null
  for (let attempt = 1; ; attempt += 1) {
    const ref = { chainId: config.chainId, key: keyOf(change, attempt) }
    const outgoing: Outgoing | null = await findOutgoing(db, ref)
    if (!outgoing) return last
    last = { outgoing, attempt }
  }
}

function keyOf({ signer, nonce }: Pick<Change, 'signer' | 'nonce'>, attempt: number): string {
  return `subscription.payout:${signer}:${nonce}:${attempt}`
}

function hasFailed({ state }: Outgoing): boolean {
  return state === 'reverted' || state === 'failed'
}

async function payoutIn(data: Hex): Promise<Address> {
  const { decodeFunctionData } = await import('viem')
  const { functionName, args } = decodeFunctionData({ abi: subscriptionChargerAbi, data })
  const payout = functionName === 'setPayout' ? parseAddress(args[0].payout) : null
  if (!payout) throw new Error('a change of the payout calls another function')
  return payout
}

function nonceTaken(): AppError {
  return new AppError(
    'conflict',
    'The nonce is not the next one, or another payout was submitted with it. Get a new message and sign it.',
  )
}

/** Returns why the payout cannot be moved there, or null. */
export async function findObstacle(
  ctx: Pick<TxContext, 'db' | 'config' | 'now'>,
  { merchant, signer, payout }: { merchant: Address; signer: Address; payout: Address },
): Promise<string | null> {
  // Each plan pays its own payout again.
  if (payout === nativeToken) return null
  const { chainId } = ctx.config
  const splitOwner = await findSplitOwner(ctx, { chainId, address: payout })
  if (splitOwner !== null && splitOwner !== merchant) {
    return 'payout is the split of another merchant. Use a split of your own, or a wallet.'
  }
  if (splitOwner === null) return null
  const owned = (await listMemberships(ctx.db, [signer])).filter(({ role }) => role === 'owner')
  const merchants = await listMovedMerchants(ctx.db, {
    merchants: [...new Set([merchant, ...owned.map((membership) => membership.merchant)])],
    signer,
    chainId,
    openSince: unixMs(ctx.now() - replacedVersionMs),
  })
  return merchants.some((other) => other !== merchant)
    ? 'The signature would also move the plans of another merchant of this wallet to this split. Submit it on chain yourself if you want that.'
    : null
}
