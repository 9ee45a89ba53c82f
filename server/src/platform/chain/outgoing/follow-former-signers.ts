import type { Address } from '../../../lib/hex.js'
import type { Block, Chain } from '../chain.js'
import { listAttempts } from './attempt-store.js'
import { isFinal, type Rules } from './decide-step.js'
import { findMined } from './find-mined.js'
import { fillPurpose } from './lanes.js'
import type { Attempt, Outgoing } from './outgoing.js'
import { listFormerSigners, listOpen } from './outgoing-store.js'
import { markFailed, markSettled } from './progress-store.js'
import { recordMined } from './record-mined.js'
import { resetToPlanned, resetToSent } from './reset-store.js'
import type { SenderContext } from './sender-context.js'
import { acquireSignerLease } from './signer-lease-store.js'
import { writeWithLease } from './write-with-lease.js'

const maxOpen = 200

type FollowContext = Pick<SenderContext, 'db' | 'log'> & {
  chain: Pick<Chain, 'findBlock' | 'findReceipt'>
}

/**
 * Follows the transactions of signers whose key is no longer configured. Those in a block are recorded. The others are
 * planned again at once and get a nonce of a current signer, although they may still be mined: every intent takes effect
 * once on chain, however often it is sent. Skips a signer that another process still uses. Returns how many moved.
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
    const former = { ...ctx, lease: acquired.lease, rules }
    const latest = await ctx.chain.findBlock('latest')
    if (!latest) throw new Error('the chain has no blocks')
    for (const open of await loadOpen(former)) {
      if (await follow(former, { ...open, latest })) moved += 1
    }
  }
  return moved
}

type Former = FollowContext & Pick<SenderContext, 'lease'> & { rules: Pick<Rules, 'confirmations'> }
type Open = { row: Outgoing; attempts: Attempt[] }

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

async function follow(
  former: Former,
  { row, attempts, latest }: Open & { latest: Block },
): Promise<boolean> {
  const { chain, rules, lease } = former
  const view = {
    signer: lease.signer,
    // Every nonce may be mined.
    count: Number.MAX_SAFE_INTEGER,
    findBlock: (number: bigint) => chain.findBlock(number),
  }
  const found = await findMined(chain, { attempts, view })
  const isMined = row.state === 'mined' || row.state === 'reverted'
  if (!found) return isMined ? lose(former, row) : planAgain(former, { row, attempts })

  const isSettled = isFinal(found, { facts: { head: latest.number }, rules })
  if (!isMined) return recordFound(former, { row, found, isSettled })
  if (found.receipt.blockHash !== row.blockHash) return lose(former, row)
  return isSettled && writeWithLease(former, (tx) => markSettled(tx, row.id))
}

/** A final empty transaction means that the intent can no longer take effect. */
async function recordFound(
  former: Former,
  input: {
    row: Outgoing
    found: NonNullable<Awaited<ReturnType<typeof findMined>>>
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
