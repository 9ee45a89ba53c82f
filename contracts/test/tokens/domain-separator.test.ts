import { domainSeparator } from 'viem'
import { beforeAll, describe, expect, test } from 'vitest'
import type { Contract } from '../call.js'
import { createFixture, type Fixture } from './fixture.js'

let fixture: Fixture
beforeAll(async () => {
  fixture = await createFixture()
})

const read = (token: Contract) => fixture.chain.read({ ...token, functionName: 'DOMAIN_SEPARATOR' })
const expected = (name: string, { to }: Contract) =>
  domainSeparator({ domain: { name, version: '2', chainId: 84532, verifyingContract: to } })

describe('DOMAIN_SEPARATOR', () => {
  test('default', async () => {
    const { usdc, eurc } = fixture.tokens
    expect(await read(usdc)).toBe(expected('USDC', usdc))
    expect(await read(eurc)).toBe(expected('EURC', eurc))
  })

  test('behavior: equals that of Base Sepolia at the same address', async () => {
    expect(await read(fixture.tokens.usdc)).toBe(
      '0x71f17a3b2ff373b803d70a5a07c046c1a2bc8e89c09ef722fcb047abe94c9818',
    )
  })

  test('behavior: depends on the address of the token', async () => {
    const deployed = await fixture.chain.deploy('TestUSDC')
    expect(await read(deployed)).toBe(expected('USDC', deployed))
  })
})
