import { paymentGateway } from '../../../platform/chain/contracts.js'
import { paymentGatewayAbi } from '../../../platform/chain/generated/payment-gateway.js'
import { planTransaction } from '../../../platform/chain/outgoing/plan-transaction.js'
import type { Context } from '../../../platform/context.js'
import { assignFlush, listWaitingCoin, listWaitingTokens, type Waiting } from './flush-store.js'
import { thresholdOf } from './threshold.js'

type FlushContext = Pick<Context, 'db' | 'config' | 'now' | 'newId' | 'wakeups'>

/** Deposits per transaction. More would not be cheaper. */
const batchSize = 20
const maxBatches = 5
/** The gateway's own bound for one flush, and the cost of the transaction around them. */
const flushGas = 480_000n
const batchGas = 200_000n

/** Plans the transactions that move money from deposit addresses to payout addresses. Returns their number. */
export async function planFlushes(ctx: FlushContext): Promise<number> {
  const { chainId } = ctx.config
  const terms = { ...thresholdOf(ctx), chainId, now: ctx.now(), limit: batchSize * maxBatches }
  // Coin and tokens go separately, because only coin runs the code of its recipient.
  const batches = [
    ...batchesOf(await listWaitingCoin(ctx.db, terms)),
    ...batchesOf(await listWaitingTokens(ctx.db, terms)),
  ]
  for (const batch of batches) await planFlush(ctx, batch)
  return batches.length
}

function batchesOf(waiting: readonly Waiting[]): Waiting[][] {
  const together = waiting.filter(({ isAlone }) => !isAlone)
  const batches = waiting.filter(({ isAlone }) => isAlone).map((one) => [one])
  for (let at = 0; at < together.length; at += batchSize) {
    batches.push(together.slice(at, at + batchSize))
  }
  return batches
}

async function planFlush(ctx: FlushContext, waiting: readonly Waiting[]): Promise<void> {
  const { encodeFunctionData } = await import('viem')
  const { chainId } = ctx.config
  const key = `flush:${ctx.newId('txn')}`
  const flushes = waiting.map(({ receiptKey, payoutAddress, token }) => ({
    receiptKey,
    payoutAddress,
    token,
  }))
  const data = encodeFunctionData({
    abi: paymentGatewayAbi,
    functionName: 'flushMany',
    args: [flushes],
  })
  await ctx.db.transaction(async (tx) => {
    if ((await assignFlush(tx, { chainId, waiting, key })) === 0) return
    await planTransaction(
      { ...ctx, db: tx },
      {
        chainId,
        key,
        purpose: 'deposit.flush',
        merchant: '',
        to: paymentGateway.address,
        data,
        value: 0n,
        gas: BigInt(waiting.length) * flushGas + batchGas,
      },
    )
  })
}
