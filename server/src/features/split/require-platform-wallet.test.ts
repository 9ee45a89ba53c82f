import { describe, expect, test } from 'vitest'
import { testConfig } from '../../../test/test-config.js'
import { requirePlatformWallet } from './require-platform-wallet.js'

describe('requirePlatformWallet', () => {
  test('default', () => {
    const config = testConfig({ PLATFORM_WALLET: '0x5aAeb6053F3E94C9b9A09f33669435E7Ef1BeAed' })
    expect(requirePlatformWallet(config)).toBe('0x5aaeb6053f3e94c9b9a09f33669435e7ef1beaed')
  })

  test('behavior: a sandbox has a well-known wallet', () => {
    expect(requirePlatformWallet(testConfig())).toBe('0x15d34aaf54267db7d7c367839aaf71a00a2c6a65')
  })

  test('error: throws without a wallet', () => {
    const refused = () => requirePlatformWallet({ platformWallet: undefined })
    expect(refused).toThrow(
      expect.objectContaining({
        code: 'platform_recipient_not_configured',
        message: expect.stringContaining('PLATFORM_WALLET'),
      }),
    )
  })
})
