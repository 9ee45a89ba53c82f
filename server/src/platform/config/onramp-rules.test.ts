import { describe, expect, test } from 'vitest'
import { completeConfig } from './config.js'
import { onrampProblems } from './onramp-rules.js'
import { inspectSettings } from './read-settings.js'

const problemsOf = (environment: Record<string, string>) =>
  onrampProblems(inspectSettings(environment).settings)

const stripe = { ONRAMP_PROVIDER: 'stripe', ONRAMP_SECRET_KEY: 'sk', ONRAMP_WEBHOOK_SECRET: 'wh' }

describe('onrampProblems', () => {
  test.each([
    {},
    { MODE: 'live' },
    { ONRAMP_PROVIDER: 'sandbox' },
    { ONRAMP_PROVIDER: 'none', CHAIN_ID: '1' },
    { ...stripe, MODE: 'live' },
    { ...stripe, CHAIN_ID: '8453' },
  ])('default: accepts %j', (environment) => {
    expect(problemsOf(environment)).toEqual([])
  })

  test.each([{}, { ONRAMP_SECRET_KEY: ' ', ONRAMP_WEBHOOK_SECRET: ' ' }])(
    'error: names every missing secret of %j',
    (secrets) => {
      expect(problemsOf({ ONRAMP_PROVIDER: 'stripe', ...secrets })).toEqual([
        'ONRAMP_SECRET_KEY: is required when ONRAMP_PROVIDER is stripe',
        'ONRAMP_WEBHOOK_SECRET: is required when ONRAMP_PROVIDER is stripe',
      ])
    },
  )

  test('error: rejects the sandbox provider in live mode', () => {
    const problem = 'ONRAMP_PROVIDER: must not be sandbox in live mode; use stripe or none'
    expect(problemsOf({ ONRAMP_PROVIDER: 'sandbox', MODE: 'live' })).toEqual([problem])
    expect(inspectSettings({ ONRAMP_PROVIDER: 'sandbox', MODE: 'live' }).problems).toContain(
      problem,
    )
  })

  test('error: rejects a chain to which the provider does not deliver', () => {
    expect(problemsOf({ ...stripe, CHAIN_ID: '137' })).toEqual([
      'ONRAMP_PROVIDER: stripe does not deliver to chain 137; use none',
    ])
  })

  test('error: rejects a live key on a test network', () => {
    const live = { ...stripe, ONRAMP_SECRET_KEY: 'sk_live_1' }
    expect(problemsOf({ ...live, CHAIN_ID: '84532' })).toEqual([
      'ONRAMP_SECRET_KEY: must be a test key on a test network; use sk_test_...',
    ])
    expect(problemsOf({ ...live, CHAIN_ID: '8453' })).toEqual([])
  })

  test('behavior: a sandbox has card payments by default, and live mode has none', () => {
    const secrets = { masterKey: 'm', jwtSecret: 'j', cronSecret: 'c' } as never
    const providerOf = (environment: Record<string, string>) =>
      completeConfig(inspectSettings(environment).settings, secrets).onrampProvider
    expect(providerOf({})).toBe('sandbox')
    expect(providerOf({ MODE: 'live' })).toBe('none')
    expect(providerOf({ ONRAMP_PROVIDER: 'none' })).toBe('none')
  })
})
