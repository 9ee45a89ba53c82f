import fc from 'fast-check'
import {
  type Address,
  bytesToHex,
  concatHex,
  getContractAddress,
  numberToHex,
  zeroAddress,
} from 'viem'
import { afterEach, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import { at } from '../chain.js'
import { cloneCode } from '../clone-code.js'
import {
  createFixture,
  type Fixture,
  merchant,
  noProof,
  planKey,
  type Terms,
  thirdParty,
} from './fixture.js'

let fixture: Fixture
let implementation: Address
beforeAll(async () => {
  fixture = await createFixture()
  const { chain, charger } = fixture
  implementation = await chain.read({ ...charger, functionName: 'spenderImplementation' })
})
beforeEach(() => fixture.chain.snapshot())
afterEach(() => fixture.chain.revert())

const create = (terms: Terms, from = thirdParty) =>
  fixture.chain.send({
    ...fixture.charger,
    from,
    functionName: 'createSpender',
    args: [terms, noProof],
  })
const spenderOf = (terms: Terms): Promise<Address> =>
  fixture.chain.read({ ...fixture.charger, functionName: 'spenderOf', args: [terms] })

const anAddress = fc
  .uint8Array({ minLength: 20, maxLength: 20 })
  .map((bytes): Address => bytesToHex(bytes))
const anyTerms: fc.Arbitrary<Terms> = fc.record({
  manager: anAddress,
  merchant: anAddress,
  token: anAddress,
  payout: anAddress,
  price: fc.bigInt({ min: 1n, max: 2n ** 160n - 1n }),
  period: fc.integer({ min: 1, max: 2 ** 48 - 1 }),
  feeRecipient: anAddress,
  feeBps: fc.nat({ max: 9_999 }),
  splitFeeBps: fc.constant(0),
  canceler: anAddress,
  planKey: fc.uint8Array({ minLength: 32, maxLength: 32 }).map((bytes) => bytesToHex(bytes)),
})

/** Computes the result of `spenderOf` without a chain. */
function toSpender(terms: Terms): Address {
  const args = concatHex([
    terms.manager,
    terms.merchant,
    terms.token,
    terms.payout,
    numberToHex(terms.price, { size: 20 }),
    numberToHex(terms.period, { size: 6 }),
    terms.feeRecipient,
    numberToHex(terms.feeBps, { size: 2 }),
    numberToHex(terms.splitFeeBps, { size: 2 }),
    terms.canceler,
    terms.planKey,
  ])
  return getContractAddress({
    opcode: 'CREATE2',
    from: fixture.charger.to,
    salt: numberToHex(0, { size: 32 }),
    bytecode: cloneCode(implementation, args),
  })
}

describe('createSpender', () => {
  test('default', async () => {
    const terms = { ...fixture.terms, price: 5n }
    const expected = await spenderOf(terms)
    const { returned, logs } = await create(terms)
    expect(returned).toBe(expected)
    expect(logs).toMatchObject([
      {
        address: fixture.charger.to,
        eventName: 'SpenderCreated',
        args: { spender: expected, merchant, planKey },
      },
    ])
    const spender = at('PlanSpender', returned)
    expect(await fixture.chain.read({ ...spender, functionName: 'terms' })).toEqual(terms)
    expect(await fixture.chain.read({ ...spender, functionName: 'charger' })).toBe(
      fixture.charger.to,
    )
  })

  test('behavior: returns the existing spender', async () => {
    const { returned, logs } = await create(fixture.terms)
    expect(returned).toBe(fixture.spender)
    expect(logs).toEqual([])
  })

  test('property: address and terms follow from any valid terms', async () => {
    const { chain } = fixture
    const property = fc.asyncProperty(anyTerms, async (terms) => {
      const { returned } = await create(terms)
      expect(returned).toBe(toSpender(terms))
      const stored = await chain.read({ ...at('PlanSpender', returned), functionName: 'terms' })
      expect(lower(stored)).toEqual(lower(terms))
    })
    await fc.assert(property, { seed: 3, numRuns: 12 })
  })

  test.each<[keyof Terms, Terms[keyof Terms]]>([
    ['manager', zeroAddress],
    ['merchant', zeroAddress],
    ['token', zeroAddress],
    ['payout', zeroAddress],
    ['price', 0n],
    ['period', 0],
    ['feeRecipient', zeroAddress],
    ['feeBps', 10_000],
  ])('error: refuses an invalid %s', async (field, value) => {
    const terms = { ...fixture.terms, [field]: value }
    const name = 'SubscriptionChargerInvalidTerms'
    const args = [bytesToHex(new TextEncoder().encode(field.padEnd(32, '\0')))]
    expect((await create(terms)).failure).toMatchObject({ name, args })
    await expect(spenderOf(terms)).rejects.toThrow(name)
  })

  test('error: refuses recipients that could never move the money', async () => {
    for (const address of [fixture.charger.to, implementation]) {
      const name = 'SubscriptionChargerInvalidTerms'
      expect((await create({ ...fixture.terms, payout: address })).failure?.name).toBe(name)
      expect((await create({ ...fixture.terms, feeRecipient: address })).failure?.name).toBe(name)
    }
  })

  test('behavior: needs no fee recipient without a fee', async () => {
    const terms = { ...fixture.terms, feeBps: 0, feeRecipient: zeroAddress }
    expect((await create(terms)).status).toBe('success')
  })
})

const lower = (terms: Terms) =>
  Object.values(terms).map((value) => (typeof value === 'string' ? value.toLowerCase() : value))
