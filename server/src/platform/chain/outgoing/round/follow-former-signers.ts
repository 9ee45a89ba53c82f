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
/** A second transaction for a signed payment reverts if both are mined, so the first one gets time. */
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

type Former = FollowContext &
  Pick<SenderContext, 'lease'> & { now: UnixMs; rules: Pick<Rules, 'confirmations'> }
type Open = { row: Outgoing; attempts: Attempt[] }
type Found = Facts['found']

async function followSigner(former: Former): Promise<number> {
  const latest = await former.chain.findBlock('latest')
  if (!latest) throw new Error('the chain has no blocks')
  const all = await loadOpen(former)
  const found = await mapConcurrent(all, maxConcurrent, (open) => findReceipt(former, open))
  let moved = 0
  try {
    for (const [index, open] of all.entries()) {
      const step = { ...open, found: found[index] ?? null, head: latest.number }
      if (await follow(former, step)) moved += 1
    }
  } catch (error) {
    // Another process follows this signer now.
    if (!(error instanceof LeaseLost)) throw error
  }
  return moved
}

async function loadOpen({ db, lease }: Former): Promise<Open[]> {
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

function findReceipt({ chain, lease }: Former, { attempts }: Open): Promise<Found> {
  const view = {
    signer: lease.signer,
    // Every nonce may be mined.
    count: Number.MAX_SAFE_INTEGER,
    findBlock: (number: bigint) => chain.findBlock(number),
  }
  return findMined(chain, { attempts, view })
}

async function follow(
  former: Former,
  { row, attempts, found, head }: Open & { found: Found; head: bigint },
): Promise<boolean> {
  const { rules } = former
  const isMined = row.state === 'mined' || row.state === 'reverted'
  if (!found) return isMined ? lose(former, row) : planAgain(former, { row, attempts })

  const isSettled = isFinal(found, { facts: { head }, rules })
  if (!isMined) return recordFound(former, { row, found, isSettled })
  const { hash, blockHash } = found.receipt
  if (hash !== row.hash || blockHash !== row.blockHash) return lose(former, row)
  return isSettled && writeWithLease(former, (tx) => markSettled(tx, row.id))
}

/** A final empty transaction means that the intent can no longer take effect. */
async function recordFound(
  former: Former,
  input: {
    row: Outgoing
    found: NonNullable<Found>
    isSettled: boolean
  },
): Promise<boolean> {
  const { row, found, isSettled } = input
  if (!found.attempt.isEmpty) return recordMined(former, { row, ...found, isSettled })
  return isSettled && fail(former, row)
}

async function planAgain(former: Former, { row, attempts }: Open): Promise<boolean> {
  // Its only effect would have been to use up a nonce of the former signer.
  if (row.purpose === fillPurpose) return fail(former, row)
  if (attempts.at(-1)?.isEmpty) return fail(former, row)
  const { id: transactionId, purpose, signer, nonce, hash } = row
  if (roleOf(purpose) === 'payments' && former.now - row.stateSince < paymentGraceMs) return false
  const isPlanned = await writeWithLease(former, (tx) => resetToPlanned(tx, row.id))
  const message = 'outgoing transaction of a former signer is sent again'
  if (isPlanned) former.log.warn({ transactionId, purpose, signer, nonce, hash }, message)
  return isPlanned
}

function lose(former: Former, { id }: Outgoing): Promise<boolean> {
  return writeWithLease(former, (tx) => resetToSent(tx, id))
}

function fail(former: Former, { id, error }: Outgoing): Promise<boolean> {
  const reason = error ?? 'The key of its signer was replaced'
  return writeWithLease(former, (tx) => markFailed(tx, { id, error: reason, keepsNonce: false }))
}
