import type { Address } from '../../../../lib/hex.js'
import { mapConcurrent } from '../../../../lib/map-concurrent.js'
import { MINUTE_MS, type UnixMs } from '../../../../lib/time.js'
import type { Chain } from '../../chain.js'
import type { Attempt, Outgoing } from '../outgoing.js'
import { fillPurpose, roleOf } from '../signer-roles.js'
import { listAttempts } from '../stores/attempt-store.js'
import { listFormerSigners, listOpen } from '../stores/outgoing-store.js'
import { markFailed, markSettled } from '../stores/progress-store.js'
import { resetToPlanned, resetToSent } from '../stores/reset-store.js'
import { acquireSignerLease } from '../stores/signer-lease-store.js'
import { type Facts, isFinal, type Rules } from './decide-step.js'
import { findMined, recordMined } from './find-mined.js'
import type { SenderContext } from './sender-rules.js'
import { LeaseLost, writeWithLease } from './write-with-lease.js'

const maxOpen = 200
const maxConcurrent = 16
/** If both transactions of a signed payment are mined, one reverts, so the first gets time. */
const paymentGraceMs = 2 * MINUTE_MS

type FollowContext = Pick<SenderContext, 'db' | 'log'> & {
  chain: Pick<Chain, 'findBlock' | 'findReceipt'>
}

/**
 * Follows the transactions of signers whose key is no longer configured. Those in a block are
 * recorded. The others are planned again and get a nonce of a current signer, although they may
 * still be mined: every intent takes effect once on chain, however often it is sent. Signed
 * payments first get two minutes. Skips a signer that another process uses. Returns how many moved.
 *
 * @throws when chain or database do not respond.
 */
export async function followFormerSigners(
  ctx: FollowContext,
  input: {
    chainId: number
    /** The configured signers. */
    signers: readonly Address[]
    owner: string
    rules: Pick<Rules, 'confirmations'> & { leaseMs: number }
  },
): Promise<number> {
  const { chainId, signers, owner, rules } = input
  const { leaseMs } = rules
  let moved = 0
  for (const signer of await listFormerSigners(ctx.db, { chainId, signers })) {
    const acquired = await acquireSignerLease(ctx.db, { chainId, signer, owner, leaseMs })
    if (!acquired) continue
    const { lease, now } = acquired
    moved += await followSigner({ ...ctx, lease, now, rules })
  }
  return moved
}

type FormerSignerContext = FollowContext &
  Pick<SenderContext, 'lease'> & { now: UnixMs; rules: Pick<Rules, 'confirmations'> }
type OpenTransaction = { row: Outgoing; attempts: Attempt[] }
type Inclusion = Facts['inclusion']

async function followSigner(ctx: FormerSignerContext): Promise<number> {
  const latest = await ctx.chain.findBlock('latest')
  if (!latest) throw new Error('the chain has no blocks')
  const all = await loadOpen(ctx)
  const inclusions = await mapConcurrent(all, maxConcurrent, (transaction) =>
    findReceipt(ctx, transaction),
  )
  let moved = 0
  try {
    for (const [index, transaction] of all.entries()) {
      const step = { ...transaction, inclusion: inclusions[index] ?? null, head: latest.number }
      if (await follow(ctx, step)) moved += 1
    }
  } catch (error) {
    // Another process follows this signer now.
    if (!(error instanceof LeaseLost)) throw error
  }
  return moved
}

async function loadOpen({ db, lease }: FormerSignerContext): Promise<OpenTransaction[]> {
  const rows = await listOpen(db, { ...lease, limit: maxOpen })
  const attempts = await listAttempts(
    db,
    rows.map(({ id }) => id),
  )
  return rows.map((row) => ({
    row,
    attempts: attempts.filter(({ transactionId }) => transactionId === row.id),
  }))
}

function findReceipt(
  { chain, lease }: FormerSignerContext,
  { attempts }: OpenTransaction,
): Promise<Inclusion> {
  const view = {
    signer: lease.signer,
    // Every nonce may be mined.
    count: Number.MAX_SAFE_INTEGER,
    findBlock: (number: bigint) => chain.findBlock(number),
  }
  return findMined(chain, { attempts, view })
}

async function follow(
  ctx: FormerSignerContext,
  { row, attempts, inclusion, head }: OpenTransaction & { inclusion: Inclusion; head: bigint },
): Promise<boolean> {
  const { rules } = ctx
  const isMined = row.state === 'mined' || row.state === 'reverted'
  if (!inclusion) return isMined ? markLost(ctx, row) : planAgain(ctx, { row, attempts })

  const isSettled = isFinal(inclusion, { facts: { head }, rules })
  if (!isMined) return recordInclusion(ctx, { row, inclusion, isSettled })
  const { hash, blockHash } = inclusion.receipt
  if (hash !== row.hash || blockHash !== row.blockHash) return markLost(ctx, row)
  return isSettled && writeWithLease(ctx, (tx) => markSettled(tx, row.id))
}

/** A final empty transaction means that the intent can no longer take effect. */
async function recordInclusion(
  ctx: FormerSignerContext,
  input: {
    row: Outgoing
    inclusion: NonNullable<Inclusion>
    isSettled: boolean
  },
): Promise<boolean> {
  const { row, inclusion, isSettled } = input
  if (!inclusion.attempt.isEmpty) return recordMined(ctx, { row, ...inclusion, isSettled })
  return isSettled && fail(ctx, row)
}

async function planAgain(
  ctx: FormerSignerContext,
  { row, attempts }: OpenTransaction,
): Promise<boolean> {
  // Its only effect would have been to use up a nonce of the former signer.
  if (row.purpose === fillPurpose) return fail(ctx, row)
  if (attempts.at(-1)?.isEmpty) return fail(ctx, row)
  const { id: transactionId, purpose, signer, nonce, hash } = row
  if (roleOf(purpose) === 'payments' && ctx.now - row.stateSince < paymentGraceMs) return false
  const isPlanned = await writeWithLease(ctx, (tx) => resetToPlanned(tx, row.id))
  const message = 'outgoing transaction of a former signer is sent again'
  if (isPlanned) ctx.log.warn({ transactionId, purpose, signer, nonce, hash }, message)
  return isPlanned
}

function markLost(ctx: FormerSignerContext, { id }: Outgoing): Promise<boolean> {
  return writeWithLease(ctx, (tx) => resetToSent(tx, id))
}

function fail(ctx: FormerSignerContext, { id, error }: Outgoing): Promise<boolean> {
  const reason = error ?? 'The key of its signer was replaced'
  return writeWithLease(ctx, (tx) => markFailed(tx, { id, error: reason, keepsNonce: false }))
}
