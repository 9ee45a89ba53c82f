import { join } from 'node:path'
import { describe, expect, test } from 'vitest'
import { defaultLimitSettings } from '../limits/limit-settings.js'
import { completeConfig } from './config.js'
import { readSettings } from './read-settings.js'
import type { Settings } from './settings.js'

const sandboxSecrets = {
  masterKey: 'a'.repeat(64),
  jwtSecret: 'b'.repeat(64),
  cronSecret: 'c'.repeat(64),
  databasePassword: 'd'.repeat(64),
  demoKeySecret: 'e'.repeat(64),
}

describe('completeConfig', () => {
  test('default', () => {
    const { limitSettings, ...settings } = readSettings({})
    expect(completeConfig({ ...settings, limitSettings }, sandboxSecrets)).toEqual({
      ...settings,
      dataDir: join(process.cwd(), '.data'),
      baseUrl: 'http://localhost:3000',
      payUrl: 'http://localhost:3000',
      chainId: 84_532,
      platformWallet: '0x15d34aaf54267db7d7c367839aaf71a00a2c6a65',
      relayerPrivateKey: '0xac0974bec39a17e36ba4a6b4d238ff944bacb478cbed5efcae784d7bf4f2ff80',
      onrampProvider: 'sandbox',
      trustedProxies: [],
      relayerDailyGas: 20_000_000_000n,
      maxFeePerGas: 5_000_000_000n,
      masterKey: 'a'.repeat(64),
      jwtSecret: 'b'.repeat(64),
      cronSecret: 'c'.repeat(64),
      cancelPrivateKey: expect.stringMatching(/^0x[0-9a-f]{64}$/),
      limitsFile: undefined,
      limits: { settings: defaultLimitSettings, merchants: new Map(), merchantRevision: 0 },
      ownMerchants: new Set([
        '0x70997970c51812dc3a010c7d01b50e0d17dc79c8',
        '0x90f79bf6eb2c4f870365e785982e1f101e93b906',
      ]),
    })
  })

  test('behavior: live mode has a smaller gas budget', () => {
    const live = { ...readSettings({}), mode: 'live' } as const
    expect(completeConfig(live, sandboxSecrets).relayerDailyGas).toBe(1_000_000_000n)
  })

  test('behavior: keeps explicit settings', () => {
    const { limitSettings, ...settings } = readSettings({
      BASE_URL: 'https://tally.test',
      PAY_URL: 'https://pay.tally.test',
      DATA_DIR: '/var/lib/tallystick',
      CHAIN_ID: '31337',
      PLATFORM_WALLET: '0x5aaeb6053f3e94c9b9a09f33669435e7ef1beaed',
      RELAYER_PRIVATE_KEY: `0x${'12'.repeat(32)}`,
      CANCEL_PRIVATE_KEY: `0x${'34'.repeat(32)}`,
      MASTER_KEY: 'own master',
      JWT_SECRET: 'own jwt',
      CRON_SECRET: 'own cron',
      TRUSTED_PROXIES: '10.0.0.0/8',
      RELAYER_DAILY_GAS: '70000000',
      MAX_FEE_GWEI: '0.5',
      ONRAMP_PROVIDER: 'none',
    })
    expect(completeConfig({ ...settings, limitSettings }, sandboxSecrets)).toMatchObject({
      ...settings,
      relayerDailyGas: 70_000_000n,
      ownMerchants: expect.any(Set),
    })
  })

  test('behavior: payUrl defaults to baseUrl', () => {
    const settings = readSettings({ BASE_URL: 'https://tally.test' })
    expect(completeConfig(settings, sandboxSecrets).payUrl).toBe('https://tally.test')
  })

  test('behavior: baseUrl defaults to the port on localhost', () => {
    const config = completeConfig(readSettings({ PORT: '4000' }), sandboxSecrets)
    expect(config.baseUrl).toBe('http://localhost:4000')
    expect(config.payUrl).toBe('http://localhost:4000')
  })

  test('behavior: live mode defaults to Base mainnet', () => {
    const settings: Settings = { ...readSettings({}), mode: 'live' }
    expect(completeConfig(settings, sandboxSecrets).chainId).toBe(8_453)
  })

  test('behavior: live mode never falls back on the test wallets', () => {
    const settings: Settings = { ...readSettings({}), mode: 'live' }
    const { platformWallet, relayerPrivateKey } = completeConfig(settings, sandboxSecrets)
    expect([platformWallet, relayerPrivateKey]).toEqual([undefined, undefined])
  })

  test('behavior: needs no sandbox secrets when all are set', () => {
    const settings = readSettings({ MASTER_KEY: 'm', JWT_SECRET: 'j', CRON_SECRET: 'c' })
    const config = completeConfig(settings, null)
    expect([config.masterKey, config.jwtSecret, config.cronSecret]).toEqual(['m', 'j', 'c'])
  })

  test.each(['MASTER_KEY', 'JWT_SECRET', 'CRON_SECRET'])(
    'error: throws when %s is missing',
    (name) => {
      const all = { MASTER_KEY: 'm', JWT_SECRET: 'j', CRON_SECRET: 'c' }
      const settings = readSettings({ ...all, [name]: '' })
      expect(() => completeConfig(settings, null)).toThrow('a secret is missing')
    },
  )
})
