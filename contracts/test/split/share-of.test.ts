import type { Address } from 'viem'
import { beforeAll, describe, expect, test } from 'vitest'
import { buyer, createFixture, type Fixture, merchant, native, platform } from './fixture.js'

let fixture: Fixture
beforeAll(async () => {
  fixture = await createFixture()
})

const shareOf = (account: Address) =>
  fixture.chain.read({ ...fixture.split, functionName: 'shareOf', args: [account] })

describe('shareOf', () => {
  test('default', async () => {
    expect(await shareOf(merchant)).toBe(9_950n)
    expect(await shareOf(platform)).toBe(50n)
  })

  test('behavior: returns 0 for other accounts', async () => {
    for (const account of [buyer, native, fixture.split.to]) expect(await shareOf(account)).toBe(0n)
  })
})
