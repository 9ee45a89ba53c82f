import { checksumAddress, type Hash } from '../../../../lib/hex.js'
import { mapConcurrent } from '../../../../lib/map-concurrent.js'
import { isExpired, statusFacts } from '../../../../lib/receipt-statuses.js'
import { unixMs } from '../../../../lib/time.js'
import { findAsset } from '../../../../platform/chain/assets/asset.js'
import type { Chain, MinedTransaction } from '../../../../platform/chain/chain.js'
import { isChainFailure } from '../../../../platform/chain/chain-failures.js'
import { type Deposit, depositOf } from '../../../../platform/chain/deposit-address.js'
import { listDeposits } from '../../../../platform/chain/deposits/deposit-store.js'
import { isIndexed, lockCursor } from '../../../../platform/chain/head/cursor-store.js'
import { nativeToken } from '../../../../platform/chain/tokens.js'
import { type Context, inTransaction, type TxContext } from '../../../../platform/context.js'
import { createIndependentSteps, isIsolatedFailure } from '../../../../platform/jobs/isolate.js'
import { holdForMined } from '../../../holds/firm-holds.js'
import { findReceipt, lockReceipt } from '../../../receipts/read/get-receipt.js'
import type { Receipt } from '../../../receipts/receipt.js'
import { addPaymentNote } from '../../../receipts/status/add-timeline-entry.js'
import { moveReceipt } from '../../../receipts/status/move-receipt.js'
import { saveFirmHold } from '../../../receipts/status/start-payment.js'
import {
  type AnnouncedTransaction,
  dismissUnrecorded,
  hasPayment,
  listDue,
  postponeAnnounced,
  resolveAnnounced,
} from '../../announced-transaction-store.js'
import { findChargeKey } from '../../index/charges/charge-receipt-store.js'
import { assignPayers } from '../../index/native-payer-store.js'
import type { PayoutRecords } from '../../payment.js'
import { raiseVersions } from '../../settlement-store.js'
import {
  type AnnouncedEffect,
  classifyAnnouncedTransaction,
  listUnknownTokens,
  nativeOf,
} from './classify-announced-transaction.js'
import { coversHalf } from './covers-half.js'
import { holdForPending } from './hold-for-pending.js'
import { lostAfterMs, nextTryAt } from './retry-times.js'
import { saveAnnouncedPayments } from './save-transaction.js'

/** Anyone can announce transactions, and every lookup costs a call to the node. */
const perRound = 20
const callsAtOnce = 8
/** How many unknown tokens of a transaction a timeline names. Tokens cost an attacker nothing. */
const maxNoted = 5

/**
 * Looks up the transactions that buyers announced, if they are due. Saves the sender, and
 * the payments that the indexer did not find. A reverted transaction ends the attempt of the
 * checkout that announced it.
 */
export async function checkAnnouncedTransactions(
  ctx: Context,
  chain: Chain,
  records: PayoutRecords,
): Promise<void> {
  const due = await listDue(ctx.db, { now: ctx.now(), limit: perRound })
  const steps = createIndependentSteps()
  const once = readOnce(chain)
  await mapConcurrent(due, callsAtOnce, (announced) =>
    steps.run(() => lookUp(ctx, { chain: once, announced, records })),
  )
  steps.end()
}

/** Returns a chain that reads a transaction once: many receipts may announce the same large one. */
function readOnce(chain: Chain): Chain {
  const reads = new Map<Hash, ReturnType<Chain['findTransaction']>>()
  const findTransaction = (hash: Hash) => {
    const reading = reads.get(hash) ?? chain.findTransaction(hash)
    reads.set(hash, reading)
    return reading
  }
  return { ...chain, findTransaction }
}

type LookUp = { chain: Chain; announced: AnnouncedTransaction; records: PayoutRecords }

/**
 * Looks up one transaction. One that the node cannot return, for its size, is postponed as if it
 * was not found. A failure of the service itself postpones it too, and is reported.
 */
async function lookUp(ctx: Context, { chain, announced, records }: LookUp): Promise<void> {
  try {
    const transaction = await chain.findTransaction(announced.hash)
    const { merchant, receiptId: id } = announced
    const receipt = await findReceipt(ctx, { merchant, id })
    // Retry until its block is indexed.
    if (transaction) {
      return await resolve(ctx, { chain, announced, records, receipt, transaction })
    }
    if (receipt) await holdForPending(ctx, { chain, announced, receipt })
    await retryOrAbandon(ctx, announced)
  } catch (error) {
    if (!(await isIsolatedFailure(error, chain))) throw error
    if (!isChainFailure(error)) {
      await postpone(ctx, announced)
      throw error
    }
    const { merchant, receiptId, hash } = announced
    if (announced.tries === 0) {
      ctx.log.warn({ err: error, merchant, receiptId, hash }, 'announced transaction not readable')
    }
    await retryOrAbandon(ctx, announced)
  }
}

async function retryOrAbandon(
  ctx: Pick<Context, 'db' | 'now'>,
  announced: AnnouncedTransaction,
): Promise<void> {
  const isOld = ctx.now() - announced.createdAt > lostAfterMs
  // A reorg reopens old ones, which then get at least two lookups.
  if (!isOld || announced.tries === 0) return postpone(ctx, announced)
  if (announced.isOwn) return keepLooking(ctx, announced)
  await resolveAnnounced(ctx.db, { announced, state: 'lost', outcome: null })
}

/** The service knows that its own transaction paid, whatever the node returns. */
async function keepLooking(
  ctx: Pick<Context, 'db' | 'now'>,
  announced: AnnouncedTransaction,
): Promise<void> {
  const later = unixMs(ctx.now() + lostAfterMs)
  await postponeAnnounced(ctx.db, { announced, nextTryAt: later, isLost: true })
}

async function postpone(
  ctx: Pick<Context, 'db' | 'now'>,
  announced: AnnouncedTransaction,
): Promise<void> {
  const later = nextTryAt({ tries: announced.tries + 1, now: ctx.now() })
  await postponeAnnounced(ctx.db, { announced, nextTryAt: later })
}

/** Saves the outcome of a transaction, unless its block is not indexed or on another branch. */
async function resolve(
  ctx: Context,
  input: LookUp & { receipt: Receipt | null; transaction: MinedTransaction },
): Promise<void> {
  const { announced, receipt: readReceipt, transaction, records } = input
  const { merchant, receiptId: id } = announced
  const { chainId } = ctx.config
  const { blockNumber: number, blockHash: hash } = transaction
  if (!(await isIndexed(ctx.db, { chainId, number, hash }))) return
  if (!readReceipt) {
    await resolveAnnounced(ctx.db, { announced, state: 'lost', outcome: null })
    return
  }
  const current = depositOf(ctx.config, readReceipt)
  const earlier = await listDeposits(ctx.db, { chainId, ...announced })
  const chargeKey = await findChargeKey(ctx.db, announced)
  const { deposit, effect } = findEffect(transaction, [current, ...earlier], chargeKey)
  // Read the chain before the transaction, so that a slow node holds no locks.
  const block = effect === 'paying' ? await input.chain.findBlock(number) : null
  // Old block hashes are not kept, so the chain itself must confirm the branch.
  if (effect === 'paying' && block?.hash !== hash) return

  await inTransaction(ctx, async (inTx) => {
    // A reorg would move the cursor back and reopen announced transactions.
    await lockCursor(inTx.db, { chainId, isWriter: effect === 'paying' })
    if (!(await isIndexed(inTx.db, { chainId, number, hash }))) return
    const receipt = await lockReceipt(inTx, { merchant, id })
    // The receipt was replaced in the meantime.
    if (!receipt || depositOf(ctx.config, receipt).address !== current.address) return
    const isSaved = await resolveAnnounced(inTx.db, {
      announced,
      state: effect,
      outcome: {
        payer: transaction.from,
        units: nativeOf(transaction, deposit),
        blockNumber: number,
        depositAddress: deposit.address,
      },
    })
    if (!isSaved) return
    const resolved = { receipt, deposit, announced, transaction }
    await noteUnknownTokens(inTx, resolved)
    if (effect === 'reverted') await failAttempt(inTx, resolved)
    if (block) await savePaying(inTx, { ...resolved, block, records })
    if (block) await dismissUnrecorded(inTx.db, announced)
  })
}

/** Returns the address that a transaction concerns, maybe of an earlier bill, and its effect. */
function findEffect(
  transaction: MinedTransaction,
  deposits: [Deposit, ...Deposit[]],
  chargeKey: Hash | null,
): { deposit: Deposit; effect: AnnouncedEffect } {
  const effects = deposits.map((deposit) => ({
    deposit,
    effect: classifyAnnouncedTransaction(transaction, deposit, chargeKey),
  }))
  const related = effects.find(({ effect }) => effect !== 'unrelated')
  return related ?? { deposit: deposits[0], effect: 'unrelated' }
}

async function savePaying(
  ctx: TxContext,
  input: Parameters<typeof saveAnnouncedPayments>[1],
): Promise<void> {
  const { chainId } = ctx.config
  await saveAnnouncedPayments(ctx, input)
  const { receipt, transaction } = input
  const { merchant, id: receiptId } = receipt
  if (!statusFacts[receipt.status].isSettled) {
    const isHalfPaid = await coversHalfInNative(ctx, input)
    const mined = { receipt, hash: transaction.hash, isHalfPaid }
    await saveFirmHold(ctx, receipt, await holdForMined(ctx, mined))
  }
  const refs = await assignPayers(ctx.db, { chainId, refs: [{ merchant, receiptId }] })
  await raiseVersions(ctx.db, refs)
}

/** Returns whether a transaction sends half of a bill in native token, before its flush. */
async function coversHalfInNative(
  ctx: TxContext,
  { receipt, deposit, transaction }: Parameters<typeof saveAnnouncedPayments>[1],
): Promise<boolean> {
  const units = nativeOf(transaction, deposit)
  const asset = findAsset(deposit.chainId, nativeToken)
  return units > 0n && asset !== null && (await coversHalf(ctx, { receipt, asset, units }))
}

/** Adds timeline entries for unknown tokens, which the indexer does not read. */
async function noteUnknownTokens(
  ctx: TxContext,
  input: { receipt: Receipt; deposit: Deposit; transaction: MinedTransaction },
): Promise<void> {
  const { receipt, deposit, transaction } = input
  for (const { token, units } of listUnknownTokens(transaction, deposit).slice(0, maxNoted)) {
    await addPaymentNote(ctx, {
      receipt,
      type: 'payment_ignored',
      transactionHash: transaction.hash,
      token: checksumAddress(token),
      detail: { units: String(units), mismatch: 'wrong_token' },
    })
  }
}

/** Fails the receipt of a checkout. Anyone else can announce a reverted transaction as well. */
async function failAttempt(
  ctx: TxContext,
  input: { receipt: Receipt; announced: AnnouncedTransaction },
): Promise<void> {
  let { receipt } = input
  const { merchant, id: receiptId } = receipt
  // Money that arrived or is in flight outweighs a transaction that paid nothing.
  if (!input.announced.isOfCheckout || statusFacts[receipt.status].isSettled) return
  if (isExpired(receipt, ctx.now())) return
  if (await hasPayment(ctx.db, { merchant, receiptId })) return
  for (const to of ['tx_mined', 'tx_mismatch', 'failed'] as const) {
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
