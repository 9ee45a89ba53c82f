import { assertNever } from '../../../lib/assert-never.js'
import { mapConcurrent } from '../../../lib/map-concurrent.js'
import type { Chain, MinedTransaction } from '../../../platform/chain/chain.js'
import { depositOf } from '../../../platform/chain/deposit-address.js'
import type { Context, TxContext } from '../../../platform/context.js'
import type { Receipt } from '../../receipts/receipt.js'
import { lockReceipt } from '../../receipts/status/lock-receipt.js'
import { moveReceipt } from '../../receipts/status/move-receipt.js'
import { type ReceiptStatus, statusFacts } from '../../receipts/status/statuses.js'
import { isIndexed, lockCursor } from '../cursor-store.js'
import { namePayers } from '../native-payer-store.js'
import { raiseVersions } from '../settlement-store.js'
import {
  type AnnouncedTransaction,
  listDue,
  postponeAnnounced,
  resolveAnnounced,
} from './announced-transaction-store.js'
import { classifyAnnouncedTransaction, coinOf } from './classify-announced-transaction.js'
import { lostAfterMs, nextTryAt } from './retry-times.js'

/** Anyone can announce transactions, and every lookup costs a call to the node. */
const perRound = 20
const callsAtOnce = 8

/**
 * Looks up the transactions that buyers announced, as far as they are due. The indexer finds payments anyway, so for
 * those only the sender is saved. A reverted or wrong transaction ends the attempt.
 */
export async function checkAnnouncedTransactions(ctx: Context, chain: Chain): Promise<void> {
  const due = await listDue(ctx.db, { now: ctx.now(), limit: perRound })
  await mapConcurrent(due, callsAtOnce, async (announced) => {
    const transaction = await chain.findTransaction(announced.hash)
    const isOld = ctx.now() - announced.createdAt > lostAfterMs
    // One whose block is not indexed yet stays due.
    if (transaction) await resolve(ctx, { announced, transaction })
    // A reorg reopens old ones, which then get at least two lookups.
    else if (!isOld || announced.tries === 0) await postpone(ctx, announced)
    else await resolveAnnounced(ctx.db, { announced, state: 'lost', found: null })
  })
}

async function postpone(
  ctx: Pick<Context, 'db' | 'now'>,
  announced: AnnouncedTransaction,
): Promise<void> {
  const tries = announced.tries + 1
  const until = nextTryAt({ tries, now: ctx.now() })
  await postponeAnnounced(ctx.db, { announced, tries, until })
}

/** Saves the outcome of a transaction, unless its block is not indexed yet or is on another branch. */
async function resolve(
  ctx: Context,
  { announced, transaction }: { announced: AnnouncedTransaction; transaction: MinedTransaction },
): Promise<void> {
  const { merchant, receiptId: id } = announced
  const { chainId } = ctx.config
  const { blockNumber, blockHash } = transaction
  await ctx.db.transaction(async (tx) => {
    const inTx = { ...ctx, db: tx }
    // A reorg moves the cursor back and reopens announced transactions, so it must not happen in between.
    await lockCursor(tx, chainId)
    if (!(await isIndexed(tx, { chainId, number: blockNumber, hash: blockHash }))) return
    const receipt = await lockReceipt(inTx, { merchant, id })
    if (!receipt) {
      await resolveAnnounced(tx, { announced, state: 'lost', found: null })
      return
    }
    const deposit = depositOf(ctx.config, receipt)
    const effect = classifyAnnouncedTransaction(transaction, deposit)
    const isSaved = await resolveAnnounced(tx, {
      announced,
      state: effect === 'wrong_token' ? 'unrelated' : effect,
      found: {
        payer: transaction.from,
        units: coinOf(transaction, deposit),
        blockNumber,
        depositAddress: deposit.address,
      },
    })
    if (isSaved) await applyEffect(inTx, { receipt, announced, effect })
  })
}

async function applyEffect(
  ctx: TxContext,
  {
    effect,
    ...input
  }: {
    receipt: Receipt
    announced: AnnouncedTransaction
    effect: ReturnType<typeof classifyAnnouncedTransaction>
  },
): Promise<void> {
  switch (effect) {
    case 'reverted':
      return applyPath(ctx, { ...input, path: ['tx_mined', 'tx_mismatch', 'failed'] })
    case 'wrong_token':
      return applyPath(ctx, { ...input, path: ['tx_mined', 'tx_mismatch'] })
    case 'paying': {
      const { chainId } = ctx.config
      const refs = await namePayers(ctx.db, { chainId, refs: [input.announced] })
      return raiseVersions(ctx.db, refs)
    }
    case 'unrelated':
      return
    default:
      return assertNever(effect)
  }
}

async function applyPath(
  ctx: TxContext,
  input: { receipt: Receipt; announced: AnnouncedTransaction; path: readonly ReceiptStatus[] },
): Promise<void> {
  let { receipt } = input
  // A payment that arrived outweighs an announced transaction that paid nothing.
  if (statusFacts[receipt.status].isSettled) return
  for (const to of input.path) {
    receipt = await moveReceipt(ctx, {
      receipt,
      to,
      actor: 'system',
      by: 'settlement',
      failureCode: to === 'failed' ? 'PORTAL_CHAIN_TX_REVERTED' : null,
      transactionHash: input.announced.hash,
    })
  }
}
