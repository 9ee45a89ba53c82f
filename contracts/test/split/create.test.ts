import fc from 'fast-check'
import { type Address, getContractAddress, type Hex, pad } from 'viem'
import { afterEach, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import { at } from '../chain.js'
import { cloneCode } from '../clone-code.js'
import { aRecipientList } from './arbitraries.js'
import {
  affiliate,
  ascending,
  buyer,
  createFixture,
  encodeRecipients,
  type Fixture,
  merchant,
  native,
  platform,
  type Recipient,
  salt,
} from './fixture.js'

let fixture: Fixture
beforeAll(async () => {
  fixture = await createFixture()
})
beforeEach(() => fixture.chain.snapshot())
afterEach(() => fixture.chain.revert())

const two = encodeRecipients(
  ascending([
    [merchant, 9_000],
    [platform, 1_000],
  ]),
)
const create = (args: Hex, options: { salt?: Hex; from?: Address } = {}) =>
  fixture.chain.send({
    ...fixture.factory,
    functionName: 'create',
    args: [args, options.salt ?? salt],
    ...(options.from && { from: options.from }),
  })

describe('create', () => {
  test('default', async () => {
    const { chain, factory } = fixture
    const { returned, logs } = await create(two)

    const args = { split: returned, salt, args: two }
    expect(logs).toEqual([{ address: factory.to, eventName: 'SplitCreated', args }])
    expect(await chain.read({ ...factory, functionName: 'predict', args: [two, salt] })).toBe(
      returned,
    )
    expect((await chain.getCode(returned)).endsWith(two.slice(2))).toBe(true)
  })

  test('behavior: a second call returns the same split without an event', async () => {
    const { returned } = await create(two)
    expect(await create(two, { from: buyer })).toMatchObject({
      status: 'success',
      returned,
      logs: [],
    })
  })

  test('behavior: the address depends on salt, shares and recipients', async () => {
    const swapped: Recipient[] = [
      [merchant, 1_000],
      [platform, 9_000],
    ]
    const other: Recipient[] = [
      [merchant, 9_000],
      [affiliate, 1_000],
    ]
    const outcomes = [
      await create(two),
      await create(two, { salt: pad('0x01') }),
      await create(encodeRecipients(ascending(swapped))),
      await create(encodeRecipients(ascending(other))),
    ]
    expect(new Set(outcomes.map(({ returned }) => returned)).size).toBe(4)
    expect(outcomes.every(({ logs }) => logs.length === 1)).toBe(true)
  })

  test.each<[string, Hex, string]>([
    ['an empty list', '0x', 'SplitFactoryBadLength'],
    ['an incomplete recipient', `${two}00`, 'SplitFactoryBadLength'],
    ['seventeen recipients', encodeRecipients(many(17)), 'SplitFactoryBadLength'],
    ['descending addresses', encodeRecipients(many(2).toReversed()), 'SplitFactoryNotAscending'],
    ['a duplicate', encodeRecipients([share(5_000), share(5_000)]), 'SplitFactoryNotAscending'],
    ['the zero address', encodeRecipients([[native, 10_000]]), 'SplitFactoryNotAscending'],
    ['a share of zero', encodeRecipients([share(0), [affiliate, 10_000]]), 'SplitFactoryNoShare'],
    ['shares below 100%', encodeRecipients([share(9_999)]), 'SplitFactoryBadSum'],
    ['shares above 100%', encodeRecipients([share(10_001)]), 'SplitFactoryBadSum'],
    ['shares that overflow 16 bits', encodeRecipients(sum(60_000, 15_536)), 'SplitFactoryBadSum'],
  ])('error: refuses %s', async (_, args, name) => {
    const { chain, factory } = fixture
    expect((await create(args)).failure?.name).toBe(name)
    const predicted = chain.read({ ...factory, functionName: 'predict', args: [args, salt] })
    await expect(predicted).rejects.toThrow(name)
  })

  test('property: stores any valid list, at an address that can be computed off-chain', async () => {
    const { chain, factory } = fixture
    const implementation = await chain.read({ ...factory, functionName: 'implementation' })
    await fc.assert(
      fc.asyncProperty(
        aRecipientList,
        fc.bigInt({ min: 0n, max: 2n ** 256n - 1n }),
        async (list, seed) => {
          const args = encodeRecipients(list)
          const salt = pad(`0x${seed.toString(16)}`)
          const { returned } = await create(args, { salt })

          const bytecode = cloneCode(implementation, args)
          const from = factory.to
          expect(returned).toBe(getContractAddress({ opcode: 'CREATE2', from, salt, bytecode }))
          const split = at('MerchantSplit', returned)
          const [accounts, bps] = await chain.read({ ...split, functionName: 'recipients' })
          expect(accounts).toEqual(list.map(([account]) => account))
          expect(bps).toEqual(list.map(([, share]) => BigInt(share)))
        },
      ),
      { seed: 11, numRuns: 200 },
    )
  })

  test('property: refuses any invalid list', async () => {
    await fc.assert(
      fc.asyncProperty(aRecipientList, aMistake, async (list, mistake) => {
        const { status, failure } = await create(encodeRecipients(mistake(list)))
        expect(status).toBe('reverted')
        expect(failure?.name).toMatch(/^SplitFactory/)
      }),
      { seed: 12, numRuns: 200 },
    )
  })
})

const aMistake = fc.constantFrom<(list: Recipient[]) => Recipient[]>(
  (list) => [...list, ...list],
  (list) => [[native, 1], ...list],
  (list) => list.map(([account, bps], index) => [account, index === 0 ? bps + 1 : bps]),
  (list) => list.map(([account, bps], index) => [account, index === 0 ? bps - 1 : bps]),
  (list) => list.map(([account, bps], index) => [account, index === 0 ? 0 : bps]),
  () => [],
)

const lowest: Address = pad('0x01', { size: 20 })

function share(bps: number): Recipient {
  return [lowest, bps]
}

function sum(first: number, second: number): Recipient[] {
  return [share(first), [affiliate, second]]
}

function many(count: number): Recipient[] {
  return Array.from({ length: count }, (_, index) => [
    pad(`0x${(index + 1).toString(16)}`, { size: 20 }),
    Math.floor(10_000 / count) + (index === 0 ? 10_000 % count : 0),
  ])
}
