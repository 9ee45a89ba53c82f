import { describe, expect, test } from 'vitest'
import { demoBuyer, demoMerchant, otherMerchant } from '../../features/sandbox/demo-wallets.js'
import { walletOf } from './signing-keys.js'

describe('walletOf', () => {
  test.each([demoMerchant, demoBuyer, otherMerchant])('default: $address', async (wallet) => {
    expect(await walletOf(wallet.privateKey)).toBe(wallet.address)
  })

  test('behavior: ignores the case of the key', async () => {
    const { privateKey, address } = demoMerchant
    expect(await walletOf(`0x${privateKey.slice(2).toUpperCase()}`)).toBe(address)
  })

  test('error: rejects zero', async () => {
    await expect(walletOf(`0x${'0'.repeat(64)}`)).rejects.toThrow()
  })
})
