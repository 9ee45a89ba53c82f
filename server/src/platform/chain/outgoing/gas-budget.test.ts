import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import { aWallet } from '../../../../test/fixtures/factories.js'
import { planOf } from '../../../../test/fixtures/query-plan.js'
import { createOutgoingBench, type OutgoingBench } from '../../../../test/kill/outgoing-bench.js'
import type { Address } from '../../../lib/hex.js'
import { checkGasBudget, isRelayerSpent, requireGasBudget } from './gas-budget.js'
import type { Intent } from './outgoing.js'
import { planTransaction } from './plan-transaction.js'
import type { Purpose } from './signer-roles.js'
import { sumGas } from './stores/gas-budget-store.js'

// A payer may use 5 million a day, and 500,000 in reverted transactions. A merchant may use 250 and
// 2 million.
const dailyGas = 1_000_000_000n

let bench: OutgoingBench
beforeAll(async () => {
  bench = await createOutgoingBench(
    { call: async () => null, environment: {} },
    { RELAYER_DAILY_GAS: String(dailyGas) },
  )
})
afterAll(() => bench.close())
beforeEach(async () => {
  await bench.ctx.db.query('truncate outgoing_transactions cascade')
  bench.ctx.alerts.resolveExcept('gas_budget_spent', [])
})

const [merchant, payer] = [aWallet(), aWallet()]
const payment = { merchant, payer, purpose: 'payment.authorized', gas: 250_000n } as const

/** Stores a transaction that used this gas. */
async function spend(
  gasUsed: bigint,
  fields: Partial<Intent> & { state?: 'final' | 'reverted'; daysAgo?: number } = {},
): Promise<void> {
  const { state = 'final', daysAgo = 0, ...intent } = fields
  const { id } = await bench.plan({ ...payment, ...intent })
  await bench.ctx.db.query(
    `update outgoing_transactions set state = $2, gas_used = $3, signer = 'a', nonce = planned_us,
       hash = id, block_hash = id, block_number = 1, settled_at = 0,
       state_since = state_since - $4::bigint * 86400000
     where id = $1`,
    [id, state, gasUsed, daysAgo],
  )
}

const refusal = (
  fields: Partial<{ merchant: Address | ''; payer: Address; purpose: Purpose; gas: bigint }> = {},
) =>
  requireGasBudget(bench.ctx, { ...payment, ...fields }).then(
    () => null,
    (error: unknown) => error,
  )

const untilMidnight = () => 86_400_000 - (Date.now() % 86_400_000)

describe('requireGasBudget', () => {
  test('default', async () => {
    expect(await refusal()).toBeNull()
  })

  test('error: refuses a payer whose payments reverted, until midnight UTC', async () => {
    await spend(480_000n, { state: 'reverted' })
    const error = await refusal()
    expect(error).toMatchObject({ code: 'rate_limited', fields: { resetAt: expect.any(Number) } })
    const { resetAt } = (error as { fields: { resetAt: number } }).fields
    expect(resetAt % 86_400_000).toBe(0)
    expect(Math.abs(resetAt - Date.now() - untilMidnight())).toBeLessThan(60_000)
    expect(await refusal({ payer: aWallet() })).toBeNull()
  })

  test('behavior: gas of earlier days does not count', async () => {
    await spend(480_000n, { state: 'reverted', daysAgo: 1 })
    expect(await refusal()).toBeNull()
  })

  test('error: an unfinished payment reserves the budget of its payer for a minute', async () => {
    await bench.plan({ ...payment, gas: 480_000n })
    const error = await refusal()
    expect(error).toMatchObject({ code: 'rate_limited' })
    const { resetAt } = (error as { fields: { resetAt: number } }).fields
    expect(Math.abs(resetAt - Date.now() - 60_000)).toBeLessThan(30_000)
  })

  test('error: refuses a payer that used its total', async () => {
    await spend(5_000_000n)
    expect(await refusal()).toMatchObject({ message: expect.stringContaining('this wallet') })
  })

  test('behavior: a merchant that spends its gas does not keep its customers from canceling', async () => {
    await spend(250_000_000n, { payer: null, purpose: 'deposit.flush' })
    expect(await refusal({ payer: aWallet() })).not.toBeNull()
    for (const purpose of ['subscription.cancel', 'subscription.cancel_unused'] as const) {
      const cancellation = { merchant, payer: null, purpose, gas: 200_000n }
      expect(await checkGasBudget(bench.ctx, cancellation)).toBeNull()
    }
  })

  test('behavior: cancellations of third parties do not use the gas of a merchant', async () => {
    await spend(240_000_000n, { payer: null, purpose: 'subscription.cancel_unused' })
    await spend(9_000_000n, { payer: null, purpose: 'deposit.flush' })
    const flush = { merchant, payer: null, purpose: 'deposit.flush', gas: 10_000_000n } as const
    expect(await checkGasBudget(bench.ctx, flush)).toBeNull()
  })

  test('behavior: a merchant uses a tenth of the cancellations that cost its customers nothing', async () => {
    const purpose = 'subscription.cancel_unused'
    const unused = { payer: null, purpose, gas: 400_000n } as const
    await spend(4_950_000n, { payer: null, purpose })
    expect(await checkGasBudget(bench.ctx, { ...unused, merchant })).not.toBeNull()
    expect(await checkGasBudget(bench.ctx, { ...unused, merchant: aWallet() })).toBeNull()
  })

  test('behavior: many merchants use at most twice the gas for these cancellations', async () => {
    const purpose = 'subscription.cancel_unused'
    for (let count = 0; count < 25; count += 1) {
      await spend(4_000_000n, { merchant: aWallet(), payer: null, purpose })
    }
    const unused = { merchant: aWallet(), payer: null, purpose, gas: 400_000n } as const
    expect(await checkGasBudget(bench.ctx, unused)).not.toBeNull()
    const charged = { ...unused, purpose: 'subscription.cancel' } as const
    expect(await checkGasBudget(bench.ctx, charged)).toBeNull()
  })

  test('error: refuses all payers of a merchant', async () => {
    for (let n = 0; n < 5; n += 1) {
      await spend(480_000n, { state: 'reverted', payer: aWallet() })
    }
    expect(await refusal({ payer: aWallet() })).toMatchObject({
      message: expect.stringContaining('this merchant'),
    })
    expect(await refusal({ merchant: aWallet(), payer: aWallet() })).toBeNull()
  })

  test.each(['payment.authorized', 'x402.settle', 'subscription.charge'] as const)(
    'behavior: merchants share %s once half of it is used',
    async (purpose) => {
      const heavy = { merchant, payer: aWallet(), purpose }
      await spend(230_000_000n, heavy)
      expect(await refusal({ ...heavy, payer: aWallet() })).toBeNull()
      const other = { merchant: aWallet(), payer: aWallet(), purpose }
      await spend(100_000_000n, other)
      const error = { message: expect.stringContaining('The share of this merchant') }
      expect(await refusal({ ...heavy, payer: aWallet() })).toMatchObject(error)
      // Two merchants, of which each may use half of the other 250 million.
      expect(await refusal({ ...other, payer: aWallet(), gas: 80_000_000n })).toBeNull()
      expect(await refusal({ ...other, payer: aWallet(), gas: 120_000_000n })).toMatchObject(error)
      expect(bench.ctx.alerts.list()).toEqual([])
    },
  )

  test.each([
    ['deposit.flush_coin', 250_000_000n],
    ['deposit.flush_wallet', 100_000_000n],
    ['split.distribute_coin', 250_000_000n],
  ] as const)(
    'behavior: a merchant that spends all of %s does not stop the others',
    async (purpose, total) => {
      // A payout address that sends native token back has its deposit flushed again and again.
      await spend(total - 1_000_000n, { merchant, payer: null, purpose })
      expect(await refusal({ purpose, gas: 5_000_000n })).toMatchObject({ code: 'rate_limited' })
      expect(await refusal({ merchant: aWallet(), purpose, gas: 680_000n })).toBeNull()
      await spend(1_000_000n, { merchant: aWallet(), payer: null, purpose })
      expect(await refusal({ merchant: aWallet(), purpose, gas: 680_000n })).toBeNull()
    },
  )

  test('behavior: every merchant keeps a share of a purpose that is spent, within the gas of the relayer', async () => {
    for (let n = 0; n < 20; n += 1) {
      await spend(49_900_000n, { merchant: aWallet(), payer: aWallet() })
    }
    const small = { merchant: aWallet(), payer: aWallet() }
    expect(await refusal(small)).toBeNull()
    await spend(450_000n, small)
    expect(await refusal({ ...small, payer: aWallet() })).toMatchObject({ code: 'rate_limited' })
    await spend(2_000_000n, { merchant: aWallet(), payer: aWallet() })
    expect(await refusal({ merchant: aWallet(), payer: aWallet() })).toMatchObject({
      message: expect.stringContaining('The daily gas budget is spent.'),
    })
  })

  test('error: refuses a purpose of heavy merchants, with an alert, and keeps gas for settlement', async () => {
    for (let n = 0; n < 10; n += 1) {
      await spend(50_000_000n, { merchant: n === 0 ? merchant : aWallet(), payer: aWallet() })
    }
    const thirdParty = { merchant, payer: aWallet() }
    expect(await refusal(thirdParty)).toMatchObject({ code: 'rate_limited' })
    expect(bench.ctx.alerts.list()).toMatchObject([
      { name: 'gas_budget_spent', key: 'payment.authorized' },
    ])
    const distribution = {
      ...thirdParty,
      payer: null,
      purpose: 'split.distribute',
      gas: 700_000n,
    } as const
    expect(await checkGasBudget(bench.ctx, distribution)).toBeNull()
    expect(await isRelayerSpent(bench.ctx.db, bench.ctx.config)).toBe(false)

    await bench.ctx.db.query('truncate outgoing_transactions cascade')
    expect(await refusal(thirdParty)).toBeNull()
    expect(bench.ctx.alerts.list()).toEqual([])
  })

  test.each(['payment.authorized', 'x402.settle'] as const)(
    'behavior: %s of plain wallets is served after reverts of wallets with code',
    async (purpose) => {
      const ofContract = `${purpose}_contract` as const
      for (let n = 0; n < 50; n += 1) {
        const thirdParties = { merchant, payer: aWallet(), purpose: ofContract }
        await spend(430_000n, { state: 'reverted', ...thirdParties })
      }
      const thirdParty = { merchant: aWallet(), payer: aWallet() }
      for (const shop of [merchant, aWallet()]) {
        expect(await refusal({ ...thirdParty, merchant: shop, purpose })).toBeNull()
        expect(await refusal({ ...thirdParty, merchant: shop, purpose: ofContract })).toMatchObject(
          {
            code: 'rate_limited',
          },
        )
      }
    },
  )

  test('error: refuses a payer whose payments reverted when it had code', async () => {
    await spend(430_000n, { state: 'reverted', purpose: 'x402.settle_contract' })
    expect(await refusal()).toMatchObject({ message: expect.stringContaining('this wallet') })
  })

  test('error: reverts of plans are limited like those of one merchant, and leave orders alone', async () => {
    const purpose = 'x402.settle_contract'
    for (let n = 0; n < 5; n += 1) {
      await spend(430_000n, { state: 'reverted', merchant: '', payer: aWallet(), purpose })
    }
    const thirdParty = { payer: aWallet(), purpose, gas: 430_000n } as const
    expect(await refusal({ ...thirdParty, merchant: '' })).toMatchObject({
      message: expect.stringContaining('the platform'),
    })
    expect(await refusal({ ...thirdParty, merchant: aWallet() })).toBeNull()
    expect(await refusal({ ...thirdParty, merchant: '', purpose: 'x402.settle' })).toBeNull()
  })

  test('behavior: concurrent payments of one payer cannot share its last gas', async () => {
    const authorize = () =>
      bench.ctx.db.transaction(async (db) => {
        const inTx = { ...bench.ctx, db }
        await requireGasBudget(inTx, payment)
        await planTransaction(inTx, {
          ...payment,
          chainId: 84_532,
          key: `race:${aWallet()}`,
          to: aWallet(),
          data: '0x',
          value: 0n,
        })
      })
    const results = await Promise.allSettled(Array.from({ length: 10 }, authorize))
    expect(results.filter(({ status }) => status === 'fulfilled')).toHaveLength(2)
  })

  test('behavior: the alert of a purpose does not flap between large and small requests', async () => {
    for (let n = 0; n < 10; n += 1) {
      await spend(49_990_000n, { merchant: aWallet(), payer: aWallet() })
    }
    const thirdParty = { merchant: aWallet(), payer: aWallet() }
    const keys = () => bench.ctx.alerts.list().map(({ key }) => key)
    await refusal({ ...thirdParty, gas: 480_000n })
    expect(keys()).toEqual(['payment.authorized'])
    await refusal({ ...thirdParty, gas: 250_000n })
    expect(keys()).toEqual(['payment.authorized'])
    await bench.ctx.db.query('truncate outgoing_transactions cascade')
    expect(await refusal(thirdParty)).toBeNull()
    expect(keys()).toEqual([])
  })

  test('behavior: an unfinished purpose raises no alert', async () => {
    await bench.plan({ ...payment, payer: aWallet(), gas: 2_000_000_000n })
    expect(await refusal()).toMatchObject({ code: 'rate_limited' })
    expect(await refusal({ merchant: aWallet(), payer: aWallet() })).toBeNull()
    expect(bench.ctx.alerts.list()).toEqual([])
  })

  test('behavior: a budget below the cost of one transaction allows one', async () => {
    const { config } = bench.ctx
    const ctx = { ...bench.ctx, config: { ...config, relayerDailyGas: 10_000_000n } }
    const distribution = { ...payment, payer: null, purpose: 'split.distribute' } as const
    const large = { ...distribution, gas: 17_300_000n }
    expect(await checkGasBudget(ctx, large)).toBeNull()
    await requireGasBudget(ctx, payment)
    await spend(85_000n)
    await expect(requireGasBudget(ctx, payment)).rejects.toMatchObject({ code: 'rate_limited' })
  })

  test('error: refuses everything when the relayer used its gas', async () => {
    for (let n = 0; n < 20; n += 1) {
      await spend(50_000_000n, { merchant: aWallet(), payer: null, purpose: 'deposit.flush' })
    }
    expect(await refusal()).toMatchObject({ code: 'rate_limited' })
    // The health check raises the alert of the relayer.
    expect(bench.ctx.alerts.list()).toEqual([])
    expect(await isRelayerSpent(bench.ctx.db, bench.ctx.config)).toBe(true)
    await bench.ctx.db.query('truncate outgoing_transactions cascade')
    expect(await refusal()).toBeNull()
  })
})

describe('checkGasBudget', () => {
  const distribution = {
    merchant,
    payer: null,
    purpose: 'split.distribute',
    gas: 700_000n,
  } as const

  test('behavior: reverts do not stop the settlement of any merchant', async () => {
    for (let n = 0; n < 30; n += 1) {
      await spend(1_000_000n, { state: 'reverted', payer: aWallet() })
      await spend(1_000_000n, { state: 'reverted', payer: null, purpose: 'split.distribute' })
    }
    expect(await refusal({ payer: aWallet() })).not.toBeNull()
    expect(await refusal({ merchant: aWallet(), payer: aWallet() })).toBeNull()
    expect(await checkGasBudget(bench.ctx, distribution)).toBeNull()
  })

  test('behavior: reverts of settlement do not stop payments', async () => {
    for (let n = 0; n < 30; n += 1) {
      await spend(1_000_000n, { state: 'reverted', payer: null, purpose: 'split.distribute' })
    }
    await bench.plan({ ...distribution, gas: 17_000_000n })
    expect(await refusal()).toBeNull()
  })

  test('error: waits a minute for unfinished transactions, and five for used gas', async () => {
    await bench.plan({ ...distribution, gas: 1_000_000_000n })
    expect(await checkGasBudget(bench.ctx, distribution)).toEqual({ retryAfterMs: 60_000 })
    await spend(250_000_000n, { payer: null, purpose: 'split.distribute' })
    expect(await checkGasBudget(bench.ctx, distribution)).toEqual({ retryAfterMs: 300_000 })
  })

  test.each([
    ['deposit.flush_coin', 250_000_000n],
    ['deposit.flush_wallet', 100_000_000n],
    ['split.distribute_coin', 250_000_000n],
  ] as const)('error: refuses %s beyond its part', async (purpose, gas) => {
    const planned = { ...distribution, purpose, merchant: '' } as const
    await spend(gas, { payer: null, merchant: '', purpose })
    expect(await checkGasBudget(bench.ctx, planned)).toEqual({ retryAfterMs: 300_000 })
    const other = { ...planned, purpose: 'split.distribute' } as const
    expect(await checkGasBudget(bench.ctx, other)).toBeNull()
  })
})

describe('sumGas', () => {
  test.each([
    ['merchant', { kind: 'merchant', merchant }, 'outgoing_transactions_merchant'],
    ['payer', { kind: 'payer', payer }, 'outgoing_transactions_payer'],
  ] as const)('behavior: uses an index for a %s', async (_name, scope, index) => {
    // The plan for an empty table depends on the width of its rows.
    await bench.ctx.db.query(
      `insert into outgoing_transactions (id, chain_id, key, purpose, priority, merchant, payer,
         recipient, data, value, gas, created_at, state, signer, nonce, hash, block_number,
         block_hash, gas_used, settled_at)
       select 'txn_' || n, 84532, 'key-' || n, 'payment.authorized', 0, '0xa' || n, '0xb' || n, '0xc',
         '0x', 0, 1, 0, 'final', '0xd', n, '0xe' || n, 1, '0xf', 1, 1
       from generate_series(1, 2000) as n`,
    )
    await bench.ctx.db.query('analyze outgoing_transactions')
    const plan = await planOf(bench.ctx.db, (db) => sumGas(db, { chainId: 84_532, scope }))
    expect(plan).toContain(index)
    expect(plan).not.toContain('Seq Scan')
  })
})
