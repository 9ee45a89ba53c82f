import { randomBytes } from 'node:crypto'
import { setTimeout as sleep } from 'node:timers/promises'
import { AppError, invalidInput } from '../../../lib/errors.js'
import type { Address, Hash } from '../../../lib/hex.js'
import { type Micros, micros } from '../../../lib/money.js'
import { statusFacts } from '../../../lib/receipt-statuses.js'
import { SECOND_MS, unixMs } from '../../../lib/time.js'
import { isAccepted } from '../../../platform/chain/assets/asset.js'
import { depositOf } from '../../../platform/chain/deposit-address.js'
import { findToken, listTokens } from '../../../platform/chain/tokens.js'
import { realNow, type Sandbox } from '../../../platform/clock/sandbox-clock.js'
import { type Context, inTransaction } from '../../../platform/context.js'
import { getDue } from '../../payments/get-due.js'
import { getQuotes } from '../../payments/quote/get-quotes.js'
import type { PaymentOption } from '../../payments/quote/quote.js'
import { announceTransaction } from '../../portal/checkout/announce-transaction.js'
import { recordProgress } from '../../portal/checkout/report-progress.js'
import { getReceipt, lockReceipt } from '../../receipts/read/get-receipt.js'
import type { Receipt } from '../../receipts/receipt.js'
import { expireReceipt } from '../../receipts/status/expire-receipts.js'
import type { FailureCode } from '../../receipts/status/failures.js'
import { getShopConfig } from '../../shop/get-shop-config.js'
import { requireChainUrl } from '../send-transaction.js'
import type { Scenario } from './read-scenario.js'
import { createTestBuyer, type TestBuyer } from './test-buyer.js'

type ScenarioInput = {
  receipt: Receipt
  buyer: TestBuyer
  /** Of the asset to pay with. */
  symbol: string
}

const seenWithinMs = 10_000
const blocksToFinal = 4

/** Scenarios that the test buyer plays on the chain. Each returns its transaction hashes. */
const chainScenarios = {
  late: payLate,
  duplicate: payTwice,
  wrong_token: payWithOther,
  reverted: payReverting,
  reorg: payAndReorg,
  mine,
}

/**
 * Simulates an event on a receipt as it would happen with real money: by transactions on the
 * sandbox chain, or by progress reports of a payment page.
 *
 * @throws {AppError} `invalid_input`, `not_found`, `chain_unavailable`, and `conflict` for the
 *   charge of a subscription.
 */
export async function simulatePayment(
  ctx: Context,
  input: {
    sandbox: Sandbox
    ref: { merchant: Address; receiptId: string }
    scenario: Scenario
    symbol: string
  },
): Promise<{ transactionHashes: Hash[] }> {
  const { ref, scenario, symbol } = input
  const receipt = await getReceipt(ctx, { merchant: ref.merchant, id: ref.receiptId })
  if (scenario.kind !== 'mine') requirePayable(receipt)
  const prepare = async (): Promise<ScenarioInput> => ({
    receipt,
    symbol,
    buyer: await createTestBuyer(requireChainUrl(input.sandbox), ctx.mutex),
  })
  const simulate = async () => {
    switch (scenario.kind) {
      case 'failure':
        return fail(ctx, receipt, scenario.code)
      case 'expire':
        return expire(ctx, receipt)
      case 'wrong_chain':
        return payElsewhere(ctx, receipt)
      case 'pay':
        return pay(ctx, await prepare(), scenario.differenceMicros)
      default:
        return chainScenarios[scenario.kind](ctx, await prepare())
    }
  }
  return { transactionHashes: await simulate() }
}

/** A charge has no deposit address: money sent there would be lost. */
function requirePayable({ kind }: Receipt): void {
  if (kind !== 'subscription') return
  throw new AppError(
    'conflict',
    'A subscription pays this receipt automatically. Use POST /api/sandbox/subscriptions instead.',
  )
}

async function pay(ctx: Context, input: ScenarioInput, difference?: Micros): Promise<Hash[]> {
  const { hash } = await transfer(ctx, input, await transferOf(ctx, input, difference))
  return [hash]
}

/** Pays and wakes the watcher. */
async function transfer(
  ctx: Context,
  { buyer }: ScenarioInput,
  payment: Parameters<TestBuyer['pay']>[0],
) {
  const transaction = await buyer.pay(payment)
  ctx.wakeups.wake('payments')
  return transaction
}

async function payLate(ctx: Context, input: ScenarioInput): Promise<Hash[]> {
  await expire(ctx, input.receipt)
  return pay(ctx, input)
}

async function payTwice(ctx: Context, input: ScenarioInput): Promise<Hash[]> {
  const due = await transferOf(ctx, input)
  const first = await transfer(ctx, input, due)
  await untilPaid(ctx, input.receipt)
  const second = await transfer(ctx, input, due)
  return [first.hash, second.hash]
}

/** Returns the transfer that pays the amount due in the chosen asset. */
async function transferOf(
  ctx: Context,
  { receipt, symbol }: ScenarioInput,
  difference = micros(0n),
): Promise<{ token: Address | null; to: Address; units: bigint }> {
  const { due, payments } = await getDue(ctx, receipt)
  const amount = micros(due + difference)
  if (due === 0n || amount <= 0n) throw invalidInput('The amount exceeds the balance due.')
  const options = await getQuotes(ctx, {
    receipt,
    dueMicros: amount,
    // Only the whole rest is one sum with them.
    payments: difference === 0n ? payments : [],
  })
  const option = options.find((candidate) => candidate.symbol === symbol)
  if (!option) throw invalidInput(`This receipt does not accept ${symbol}.`)
  const units = difference < 0n ? roundToCents(option) : option.units
  return { token: option.token, to: depositOf(ctx.config, receipt).address, units }
}

/** Rounds a part payment in a stablecoin down to whole cents, as people send it. */
function roundToCents({ token, units, decimals }: PaymentOption): bigint {
  const unitsPerCent = 10n ** BigInt(decimals - 2)
  return token === null || units < unitsPerCent ? units : units - (units % unitsPerCent)
}

/** Pays twice the amount due in a token that is not accepted, at whatever exchange rate. */
async function payWithOther(ctx: Context, input: ScenarioInput): Promise<Hash[]> {
  const { receipt } = input
  const { due } = await getDue(ctx, receipt)
  if (due === 0n) throw invalidInput('Nothing is due on this receipt.')
  const { payments } = await getShopConfig(ctx, receipt.merchant)
  const other = listTokens(ctx.config.chainId).find(
    (asset) => !isAccepted(asset, receipt, payments.acceptedTokens),
  )
  if (!other) {
    throw invalidInput(
      'This receipt accepts every token. Use a receipt in dollars, or accept fewer tokens.',
    )
  }
  const to = depositOf(ctx.config, receipt).address
  const { hash } = await transfer(ctx, input, { token: other.address, to, units: due * 2n })
  return [hash]
}

async function payReverting(ctx: Context, { receipt, buyer }: ScenarioInput): Promise<Hash[]> {
  const token = findToken(ctx.config.chainId, 'USDC')?.address
  if (!token) throw new AppError('chain_unavailable', 'This chain has no known tokens.')
  const { hash } = await buyer.payReverting({ token, to: depositOf(ctx.config, receipt).address })
  await announce(ctx, receipt, hash)
  return [hash]
}

/** Waits for the payment before the reorg removes it. */
async function payAndReorg(ctx: Context, input: ScenarioInput): Promise<Hash[]> {
  const { hash, blockNumber } = await transfer(ctx, input, await transferOf(ctx, input))
  await untilPaid(ctx, input.receipt)
  await input.buyer.reorgFrom(blockNumber)
  ctx.wakeups.wake('payments')
  return [hash]
}

/** Waits up to ten seconds. The scenario continues either way. */
async function untilPaid(ctx: Context, { merchant, id }: Receipt): Promise<void> {
  const deadline = performance.now() + seenWithinMs
  while (performance.now() < deadline) {
    const { status } = await getReceipt(ctx, { merchant, id })
    if (statusFacts[status].isPaid) return
    await sleep(50)
  }
}

async function mine(ctx: Context, { buyer }: ScenarioInput): Promise<Hash[]> {
  await buyer.mine(blocksToFinal)
  ctx.wakeups.wake('payments')
  return []
}

/** Announces a transaction that does not exist on this chain. */
async function payElsewhere(ctx: Context, receipt: Receipt): Promise<Hash[]> {
  const hash = `0x${randomBytes(32).toString('hex')}` as Hash
  await announce(ctx, receipt, hash)
  return [hash]
}

/** Announces a transaction as the page of a buyer who checks out. */
async function announce(ctx: Context, receipt: Receipt, txHash: Hash): Promise<void> {
  const page = { ...refOf(receipt), isLimited: false }
  await announceTransaction(ctx, { page, body: { txHash }, network: null, isOfCheckout: true })
}

/** Simulates a failed attempt and a buyer who leaves. */
async function fail(ctx: Context, receipt: Receipt, failureCode: FailureCode): Promise<Hash[]> {
  requireOpen(receipt)
  const ref = refOf(receipt)
  const leaving = { status: 'failed', failureCode: 'PORTAL_SESSION_ABANDONED' } as const
  for (const progress of [
    { status: 'pending' },
    { status: 'failed', failureCode },
    leaving,
  ] as const) {
    await recordProgress(ctx, { ref, progress })
  }
  return []
}

/**
 * Lets the receipt expire, also one that has failed. Blocks have whole seconds, so it expires in
 * the second before. It stays expired when the clock returns to real time.
 */
async function expire(ctx: Context, receipt: Receipt): Promise<Hash[]> {
  requireOpen(receipt)
  const { merchant, id } = receipt
  const expiresAt = unixMs(realNow(ctx) - SECOND_MS)
  await inTransaction(ctx, async (inTx) => {
    const locked = await lockReceipt(inTx, { merchant, id })
    if (!locked || statusFacts[locked.status].isSettled) return
    await expireReceipt(inTx, { receipt: locked, expiresAt })
  })
  return []
}

function requireOpen({ status }: Receipt): void {
  if (!statusFacts[status].isSettled) return
  throw invalidInput(`This receipt is ${status} and can no longer fail. Use an open receipt.`)
}

function refOf({ merchant, id }: Receipt) {
  return { merchant, receiptId: id }
}
