import { beforeAll, describe, expect, test } from 'vitest'
import {
  affiliate,
  ascending,
  buyer,
  createFixture,
  createSplit,
  type Fixture,
  merchant,
  platform,
  type Recipient,
} from './fixture.js'

let fixture: Fixture
beforeAll(async () => {
  fixture = await createFixture()
})

const three: Recipient[] = [
  [merchant, 9_000],
  [platform, 1],
  [affiliate, 999],
]

describe('recipients', () => {
  test('default', async () => {
    const { chain } = fixture
    const split = await createSplit(fixture, three)
    const [accounts, bps] = await chain.read({ ...split, functionName: 'recipients' })
    const expected = ascending(three)
    expect(accounts).toEqual(expected.map(([account]) => account))
    expect(bps).toEqual(expected.map(([, share]) => BigInt(share)))
  })

  test('behavior: returns a single recipient with the full share', async () => {
    const split = await createSplit(fixture, [[buyer, 10_000]])
    const recipients = await fixture.chain.read({ ...split, functionName: 'recipients' })
    expect(recipients).toEqual([[buyer], [10_000n]])
  })

  test('error: the implementation has no recipients', async () => {
    const { chain, factory, split } = fixture
    const to = await chain.read({ ...factory, functionName: 'implementation' })
    const call = { ...split, to, functionName: 'recipients' }
    await expect(chain.read(call)).rejects.toThrow('CloneCodeNotAClone')
  })
})
