import fc from 'fast-check'
import { type Address, getAddress } from 'viem'
import type { Recipient } from './fixture.js'

const anAddress = fc
  .bigInt({ min: 1n, max: 2n ** 160n - 1n })
  .map((value): Address => getAddress(`0x${value.toString(16).padStart(40, '0')}`))

/** Shares of 1 to 16 recipients that add up to 10,000. All divisions are equally likely. */
export const aShareList = fc
  .uniqueArray(fc.integer({ min: 1, max: 9_999 }), { maxLength: 15 })
  .map((cuts) => [0, ...cuts.toSorted((a, b) => a - b), 10_000])
  .map((cuts) => cuts.slice(1).map((cut, index) => cut - (cuts[index] ?? 0)))

/** Lists of recipients that `create` accepts. */
export const aRecipientList: fc.Arbitrary<Recipient[]> = aShareList.chain((shares) =>
  fc
    .uniqueArray(anAddress, { minLength: shares.length, maxLength: shares.length })
    .map((accounts) => accounts.toSorted((a, b) => (a.toLowerCase() < b.toLowerCase() ? -1 : 1)))
    .map((accounts) => accounts.map((account, index): Recipient => [account, shares[index] ?? 0])),
)
