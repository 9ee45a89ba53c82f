import { describe, expect, test } from 'vitest'
import { accounts, createTestChain } from '../chain.js'

describe('getEthBalance', () => {
  test('default', async () => {
    const chain = await createTestChain()
    const multicall = await chain.deploy('TestMulticall')
    const balanceOf = (account: string) =>
      chain.read({ ...multicall, functionName: 'getEthBalance', args: [account] })

    expect(await balanceOf(accounts[1]?.address ?? '')).toBe(1_000n * 10n ** 18n)
    expect(await balanceOf(`0x${'5a'.repeat(20)}`)).toBe(0n)
  })
})
