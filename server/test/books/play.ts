import { expect } from 'vitest'
import { expectCharges } from '../../src/features/payments/index/charges/expect-charges.js'
import { settleAgain } from '../../src/features/payments/receipts-to-settle.js'
import { bookDirectPayments } from '../../src/features/payouts/books/book-direct-payments.js'
import { bookReleases, reverseReleases } from '../../src/features/payouts/books/book-releases.js'
import { getReceipt } from '../../src/features/receipts/read/get-receipt.js'
import type { Receipt } from '../../src/features/receipts/receipt.js'
import { postStatus } from '../../src/features/receipts/status/post-status.js'
import {
  confirmRefund,
  unconfirmRefund,
} from '../../src/features/refunds/confirm/confirm-refund.js'
import { getRefundable } from '../../src/features/refunds/record/get-refundable.js'
import { refundReceipt } from '../../src/features/refunds/record/refund-receipt.js'
import { refundRemaining } from '../../src/features/refunds/record/refund-remaining.js'
import { settleDue } from '../../src/features/settlement/post/settle-due.js'
import { AppError } from '../../src/lib/errors.js'
import { type Address, knownAddress } from '../../src/lib/hex.js'
import type { Context } from '../../src/platform/context.js'
import type { ModelBlock, ModelTransaction, Terms } from '../history/chain.js'
import { elsewhere, toActions, type UnpaidReceipt } from './actions.js'
import { checkRefunds, type ModelPart, sellBaskets, toRefundItems } from './baskets.js'
import type { BooksChain, WatchedAddresses } from './chain.js'
import { checkBooks, checkCustody, checkHoldings, checkManual } from './checks.js'
import { type ModelHistory, type ModelStep, modelTokens } from './model.js'
import { checkScores } from './scores.js'
import { listOwed, makeShop } from './shop.js'

export type BooksBench = {
  ctx: Context
  /** The same without rates for euros and native tokens. */
  withoutRates: Context
  chain: BooksChain
  /** Error logs of the service. */
  errors: string[]
}

const payer = knownAddress(`0x${'b0'.repeat(20)}`)
const signal = new AbortController().signal

/** Plays a history, and checks the ledger, the report and the scores after every step. */
export async function playHistory(bench: BooksBench, history: ModelHistory): Promise<void> {
  bench.errors.length = 0
  const scene = await createScene(bench, history)
  let lines = 0
  for (const step of history.steps) {
    await scene.play(step)
    await scene.settle()
    lines = await checkBooks(bench.ctx, { merchant: scene.merchant, lineCount: lines })
    await checkScores(bench.ctx, scene.merchant)
  }
  await scene.finish()
  await checkBooks(bench.ctx, { merchant: scene.merchant, lineCount: lines })
  await checkScores(bench.ctx, scene.merchant)
}

async function createScene(bench: BooksBench, history: ModelHistory) {
  const { chain } = bench
  const { confirmations } = history
  let { ctx } = bench
  const { merchant, split: contract } = await makeShop(ctx, history)
  const split = contract?.address ?? null
  const by = { merchant, person: merchant, role: 'owner', correlationId: 'books' } as const
  const hasSplit = split !== null
  const receipts = await sellBaskets(ctx, { by, baskets: history.baskets, hasSplit })
  const debts = await listOwed(ctx, { merchant, receipts })
  const watched: WatchedAddresses = {
    deposits: new Map(
      debts.map(({ id, address, payoutAddress }) => [
        address,
        { merchant, receiptId: id, payoutAddress },
      ]),
    ),
    split,
  }
  const terms: Terms = {
    depositAt: (key) => debts.find((debt) => debt.key === key)?.address ?? elsewhere,
    recipientsOf: (address) => (address === split ? (contract?.recipients ?? []) : []),
  }
  let branch: ModelBlock[] = [await chain.begin()]
  let lostTransactions: ModelTransaction[] = []
  let refunds = 0
  const receiptAt = (index: number) => debts[index % debts.length] as UnpaidReceipt

  async function append(
    transactions: readonly ModelTransaction[],
    { hidesTransfers = false }: { hidesTransfers?: boolean } = {},
  ): Promise<void> {
    branch.push(chain.build(branch.at(-1) as ModelBlock, transactions, terms))
    await chain.index(branch, { ...watched, hidesTransfers, confirmations })
  }

  /** Runs what a round of the watcher does, and checks the ledger between its parts. */
  async function settle(): Promise<void> {
    const parts = [
      () => reverseReleases(ctx),
      () => settleDue(ctx, signal),
      () => bookDirectPayments(ctx),
      () => bookReleases(ctx),
    ]
    for (const part of parts) {
      if ((await part()) > 0) await checkCustody(ctx, merchant)
    }
    expect(bench.errors, 'the service logs no error').toEqual([])
  }

  async function reorganize({ depth, isKept }: Extract<ModelStep, { kind: 'reorg' }>) {
    const kept = Math.max(1, branch.length - depth)
    const removed = branch.slice(kept)
    if (removed.length === 0) return
    branch = branch.slice(0, kept)
    await chain.remove(branch.at(-1)?.number ?? 0n)
    await settle()
    const transactions = [...lostTransactions, ...removed.flatMap((block) => block.transactions)]
    lostTransactions = transactions.filter((_, index) => !isKept[index % isKept.length])
    await append(transactions.filter((_, index) => isKept[index % isKept.length]))
  }

  async function play(step: ModelStep): Promise<void> {
    switch (step.kind) {
      case 'block': {
        const transactions = step.transactions.map((actions) => ({
          hash: chain.nextHash(),
          from: payer,
          to: elsewhere,
          value: 0n,
          actions: actions.flatMap((action) => toActions(action, { receiptAt, contract })),
        }))
        return append(transactions, step)
      }
      case 'reorg':
        return reorganize(step)
      case 'manual': {
        const { id: receiptId, dueMicros } = receiptAt(step.receipt)
        const body = { receiptId, status: 'paid' }
        const verifiedAt = ctx.now()
        return checkManual(ctx, {
          merchant,
          receiptId,
          dueMicros,
          work: () =>
            ifPossible(() =>
              postStatus(ctx, { by, own: null, verifiedAt, body, refundRemaining, settleAgain }),
            ),
        })
      }
      case 'adopt': {
        const { id: receiptId, chargeKey } = receiptAt(step.receipt)
        const { chainId } = ctx.config
        const charge = {
          chainId,
          chargeKey,
          merchant,
          receiptId,
          spender: elsewhere,
          feeAccount: elsewhere,
        }
        await ctx.db.transaction((tx) => expectCharges({ ...ctx, db: tx }, [charge]))
        // The next round reads the blocks of the charge again.
        return append([])
      }
      case 'refund': {
        refunds += 1
        const usd = step.usdCents / 100
        const { id: receiptId } = receiptAt(step.receipt)
        const body = { receiptId, buyer: payer, usd, credit: step.isCredit }
        const id = `${merchant}-${refunds}`
        const verifiedAt = ctx.now()
        return ifPossible(() => refundReceipt(ctx, { by, id, body, consent: { verifiedAt } }))
      }
      case 'refund_items': {
        const place = step.receipt % receipts.length
        return refundItems(receipts[place] as Receipt, step.parts)
      }
      case 'confirm_refund':
      case 'unconfirm_refund': {
        const change = step.kind === 'confirm_refund' ? confirmRefund : unconfirmRefund
        for (const { id: receiptId } of debts) {
          const ref = { merchant, receiptId, id: `${merchant}-${refunds}` }
          await ctx.db.transaction((tx) => change({ ...ctx, db: tx }, ref))
        }
        return
      }
      case 'rates':
        ctx = step.isOn ? bench.ctx : bench.withoutRates
        await makeAllDue(ctx, merchant)
        return
      case 'expire':
        await ctx.db.query(
          `update receipts set status = 'failed', failure_code = 'PORTAL_SESSION_EXPIRED', expires_at = 1
           where merchant = $1 and id = $2 and status = 'pending'`,
          [merchant, receiptAt(step.receipt).id],
        )
    }
  }

  async function refundItems(receipt: Receipt, parts: readonly ModelPart[]): Promise<void> {
    refunds += 1
    const { id: receiptId } = receipt
    const body = { receiptId, buyer: payer, items: toRefundItems(receipt, parts) }
    const id = `${merchant}-${refunds}`
    const verifiedAt = ctx.now()
    await ifPossible(() => refundReceipt(ctx, { by, id, body, consent: { verifiedAt } }))
    await checkRefunds(ctx, { merchant, receiptId })
  }

  /** Refunds what is left of each line. */
  async function refundAll(receipt: Receipt): Promise<void> {
    const { id } = receipt
    const before = await getReceipt(ctx, { merchant, id })
    let leftCents = 0n
    await ifPossible(async () => {
      leftCents = await getRefundable(ctx, before)
    })
    // Without a sale, or if a reorg has removed a payment that a manual payment completed.
    if (leftCents === 0n || leftCents + before.refundedUsdCents < before.totalUsdCents) return
    for (const place of receipt.lines.filter(({ lineId }) => lineId !== null).keys()) {
      await refundItems(receipt, [{ place, qty: null }])
    }
    const { refundedUsdCents, totalUsdCents } = await getReceipt(ctx, { merchant, id })
    expect(refundedUsdCents, 'refunds of all lines').toBe(totalUsdCents)
  }

  return {
    merchant,
    play,
    settle,
    /**
     * Turns rates on, flushes and releases everything, and compares the ledger with the balances on
     * chain.
     */
    async finish(): Promise<void> {
      await play({ kind: 'rates', isOn: true })
      const flushes = debts.flatMap(({ key, payoutAddress }) =>
        modelTokens.map((token) => {
          return { kind: 'flush', receiptKey: key, payoutAddress, token } as const
        }),
      )
      const releases = modelTokens.flatMap((token) =>
        split ? ({ kind: 'release', split, token, account: null } as const) : [],
      )
      const transaction = { from: payer, to: elsewhere, value: 0n }
      await append([
        { ...transaction, hash: chain.nextHash(), actions: flushes },
        { ...transaction, hash: chain.nextHash(), actions: releases },
      ])
      // Until no flush waits.
      for (let count = 0; count < 2 * confirmations; count += 1) await append([])
      await settle()
      const { state } = branch.at(-1) as ModelBlock
      await checkHoldings(ctx, { merchant, state, watched })
      for (const receipt of receipts) await refundAll(receipt)
    },
  }
}

/** Receipts that wait for a rate are settled again after a while. */
async function makeAllDue(ctx: Context, merchant: Address): Promise<void> {
  await ctx.db.query('update settlements set due_after = 0 where merchant = $1', [merchant])
}

/** Ignores a request that the service rejects in this state. */
async function ifPossible(work: () => Promise<unknown>): Promise<void> {
  try {
    await work()
  } catch (error) {
    if (!(error instanceof AppError)) throw error
  }
}
