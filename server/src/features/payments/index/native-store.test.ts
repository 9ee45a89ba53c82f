import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import { aWallet } from '../../../../test/fixtures/factories.js'
import { createTestContext, type TestContext } from '../../../../test/harness.js'
import type { Address, Hash } from '../../../lib/hex.js'
import { baseUnits } from '../../../lib/money.js'
import { unixMs } from '../../../lib/time.js'
import { depositOf } from '../../../platform/chain/deposit-address.js'
import { watchDeposit } from '../../../platform/chain/deposits/deposit-store.js'
import {
  clearNative,
  listNative,
  saveNativeBalance,
} from '../../../platform/chain/deposits/native-store.js'
import { type FoundPayment, upsertPayments } from './found-payment-store.js'
import { addArrivalTimes } from './native-store.js'
import { orphanPayments } from './payment-state-store.js'

const chainId = 84_532
const merchant = aWallet()

let ctx: TestContext
beforeAll(async () => {
  ctx = await createTestContext()
})
afterAll(() => ctx.close())
beforeEach(() => ctx.db.query('truncate deposits, payments'))

async function aDeposit(id = 'r-1', nativeUntil = 1_000): Promise<Address> {
  const receipt = { installationId: null, merchant, id, payoutAddress: aWallet() }
  const deposit = depositOf({ chainId }, receipt)
  await watchDeposit(ctx, { receipt, deposit })
  await ctx.db.query('update deposits set native_until = $2 where address = $1', [
    deposit.address,
    nativeUntil,
  ])
  return deposit.address
}

const note = (address: Address, units: bigint, at: number) =>
  saveNativeBalance(ctx.db, { chainId, address, units, now: unixMs(at) })

async function sinceOf(address: Address): Promise<string | null> {
  const { rows } = await ctx.db.query<{ native_since: string | null }>(
    'select native_since from deposits where address = $1',
    [address],
  )
  return rows[0]?.native_since ?? null
}

const flushed = (depositAddress: Address, units = 10n): FoundPayment => ({
  merchant,
  receiptId: 'r-1',
  kind: 'native',
  depositAddress,
  payer: null,
  mismatch: null,
  token: aWallet(),
  units: baseUnits(units),
  payoutAddress: aWallet(),
  blockNumber: 1n,
  transactionHash: `0x${'1'.repeat(64)}` as Hash,
  blockHash: `0x${'2'.repeat(64)}` as Hash,
  logIndex: 0,
  paidAt: unixMs(9_000),
})

describe('saveNativeBalance', () => {
  test('default: saves when the balance was first seen', async () => {
    const address = await aDeposit()
    await note(address, 10n, 1)
    await note(address, 10n, 2)
    expect(await sinceOf(address)).toBe('1')
  })

  test('behavior: a single wei neither keeps a quote in force nor ends it', async () => {
    const address = await aDeposit()
    await note(address, 1n, 1)
    await note(address, 1_000n, 2)
    expect(await sinceOf(address)).toBe('2')
    await note(address, 1_001n, 3)
    expect(await sinceOf(address)).toBe('2')
  })

  test('behavior: native tokens that come in small steps do not have the time of the first', async () => {
    const address = await aDeposit()
    for (const [units, at] of [
      [10n, 1],
      [15n, 2],
      [19n, 3],
    ] as const) {
      await note(address, units, at)
    }
    const [payment] = await addArrivalTimes(ctx.db, { chainId, payments: [flushed(address, 19n)] })
    expect(payment).toMatchObject({ paidAt: 1, parts: [{}, { units: 9n, paidAt: 9_000 }] })
    await note(address, 20n, 4)
    expect(await sinceOf(address)).toBe('4')
  })

  test('behavior: ignores a lower balance of a single node', async () => {
    const address = await aDeposit()
    await note(address, 10n, 1)
    const read = { chainId, address, mayFall: false }
    await saveNativeBalance(ctx.db, { ...read, units: 0n, now: unixMs(2) })
    await saveNativeBalance(ctx.db, { ...read, units: 9n, now: unixMs(3) })
    expect(await sinceOf(address)).toBe('1')
    await saveNativeBalance(ctx.db, { ...read, units: 20n, now: unixMs(4) })
    expect(await sinceOf(address)).toBe('4')
  })

  test('behavior: clears a balance that is gone', async () => {
    const address = await aDeposit()
    await note(address, 10n, 1)
    await note(address, 0n, 2)
    expect(await sinceOf(address)).toBeNull()
  })
})

describe('addArrivalTimes', () => {
  test('default: dates a payment by the balance', async () => {
    const address = await aDeposit()
    await note(address, 10n, 5)
    const [payment] = await addArrivalTimes(ctx.db, { chainId, payments: [flushed(address)] })
    expect(payment).toMatchObject({ paidAt: 5, payer: null, parts: [] })
  })

  test.each([
    [
      'a single wei was seen',
      1n,
      9_000,
      [
        { units: 9n, paidAt: 9_000 },
        { units: 1n, paidAt: 5 },
      ],
    ],
    [
      'all but a wei was seen',
      9n,
      5,
      [
        { units: 9n, paidAt: 5 },
        { units: 1n, paidAt: 9_000 },
      ],
    ],
    ['more was seen', 11n, 5, undefined],
  ])(
    'behavior: only native tokens that were seen have that time: %s',
    async (_, seenNative, paidAt, parts) => {
      const address = await aDeposit()
      await note(address, seenNative, 5)
      const [payment] = await addArrivalTimes(ctx.db, { chainId, payments: [flushed(address)] })
      expect([payment?.paidAt, payment?.parts]).toEqual([paidAt, parts])
    },
  )

  test('behavior: native tokens that were seen date one flush, not those of native tokens sent after it', async () => {
    const address = await aDeposit()
    await note(address, 10n, 5)
    const sameTransaction = { ...flushed(address), logIndex: 1 }
    const later = { ...flushed(address), transactionHash: `0x${'3'.repeat(64)}` as Hash }
    const payments = await addArrivalTimes(ctx.db, {
      chainId,
      payments: [{ ...later, blockNumber: 2n }, sameTransaction, flushed(address)],
    })
    expect(payments.map(({ paidAt }) => paidAt)).toEqual([9_000, 9_000, 5])
    await upsertPayments(ctx.db, { chainId, payments, now: unixMs(1) })
    await orphanPayments(ctx.db, { chainId, after: 0n })
    await note(address, 20n, 15_000)

    const again = payments.map((payment) => ({ ...payment, paidAt: unixMs(20_000) }))
    const afterReorg = await addArrivalTimes(ctx.db, { chainId, payments: again })
    expect(afterReorg.map(({ paidAt }) => paidAt)).toEqual([9_000, 9_000, 5])
  })

  test('behavior: keeps both times after a reorg', async () => {
    const address = await aDeposit()
    await note(address, 9n, 5)
    const payments = await addArrivalTimes(ctx.db, { chainId, payments: [flushed(address)] })
    await upsertPayments(ctx.db, { chainId, payments, now: unixMs(1) })
    await clearNative(ctx.db, { chainId, addresses: [address] })
    await orphanPayments(ctx.db, { chainId, after: 0n })
    const again = { ...flushed(address), paidAt: unixMs(20_000) }
    const [payment] = await addArrivalTimes(ctx.db, { chainId, payments: [again] })
    expect(payment).toMatchObject({
      paidAt: 5,
      parts: [
        { units: 9n, paidAt: 5 },
        { units: 1n, paidAt: 9_000 },
      ],
    })
  })
})

describe('listNative', () => {
  test('behavior: pages through all deposits', async () => {
    const addresses: Address[] = []
    for (const until of [100, 300, 200, 300]) {
      addresses.push(await aDeposit(`r-${addresses.length}`, until))
    }
    const pagedAddresses: string[] = []
    let before: Awaited<ReturnType<typeof listNative>>[number] | null = null
    for (let page = 0; page < 3; page += 1) {
      const nativeDeposits: Awaited<ReturnType<typeof listNative>> = await listNative(ctx.db, {
        chainId,
        now: unixMs(0),
        before,
        limit: 2,
      })
      pagedAddresses.push(...nativeDeposits.map(({ address }) => address))
      before = nativeDeposits.at(-1) ?? before
    }
    expect(pagedAddresses.toSorted()).toEqual(addresses.toSorted())
    expect(pagedAddresses.slice(2)).toEqual([addresses[2], addresses[0]])
  })
})
