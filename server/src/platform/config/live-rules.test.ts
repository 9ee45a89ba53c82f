import { createHash } from 'node:crypto'
import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { liveProblems } from './live-rules.js'
import { readSettings } from './read-settings.js'

const required = [
  'DATABASE_URL',
  'CHAIN_RPC_URL',
  'PLATFORM_WALLET',
  'MASTER_KEY',
  'JWT_SECRET',
  'CRON_SECRET',
  'CANCEL_PRIVATE_KEY',
  'BASE_URL',
]
const missingProxies =
  'TRUSTED_PROXIES: is required in live mode, because limits count by address; set the addresses of your proxies, such as 127.0.0.1, or none'
const secrets = ['MASTER_KEY', 'JWT_SECRET', 'CRON_SECRET', 'EDGE_SECRET', 'ALERT_WEBHOOK_SECRET']
const advice = 'generate one with: openssl rand -hex 32'

describe('liveProblems', () => {
  test('default', () => {
    expect(problemsWith({})).toEqual([])
  })

  test('behavior: allows a missing edge secret and relayer key', () => {
    expect(problemsWith({ EDGE_SECRET: '', RELAYER_PRIVATE_KEY: '', PAY_URL: '' })).toEqual([])
  })

  test('error: rejects keys of some groups without one for the others', () => {
    const groups = ['PAYMENTS', 'SETTLEMENT', 'CHARGES', 'DEPLOYMENTS']
    const keyOf = (group: string) => [`RELAYER_${group}_PRIVATE_KEY`, `0x${aSecret(group)}`]
    const all = Object.fromEntries(groups.map(keyOf))
    expect(problemsWith({ ...all, RELAYER_PRIVATE_KEY: '' })).toEqual([])
    expect(
      problemsWith({ RELAYER_PAYMENTS_PRIVATE_KEY: all['RELAYER_PAYMENTS_PRIVATE_KEY'] ?? '' }),
    ).toEqual([])
    const other = { ...all, RELAYER_CHARGES_PRIVATE_KEY: '' }
    const charger = { CHARGER_PRIVATE_KEY: `0x${aSecret('CHARGES')}` }
    expect(problemsWith({ ...other, ...charger, RELAYER_PRIVATE_KEY: '' })).toEqual([])
    const withoutKeys = { ...all, RELAYER_PRIVATE_KEY: '', RELAYER_SETTLEMENT_PRIVATE_KEY: '' }
    expect(problemsWith(withoutKeys)).toEqual([
      'RELAYER_PRIVATE_KEY: is required unless every group has a key; missing: RELAYER_SETTLEMENT_PRIVATE_KEY',
    ])
  })

  test.each(required)('error: reports a missing %s', (name) => {
    expect(problemsWith({ [name]: '' })).toEqual([`${name}: is required in live mode`])
  })

  test('error: requires the proxies, or none', () => {
    expect(problemsWith({ TRUSTED_PROXIES: '' })).toEqual([missingProxies])
    expect(problemsWith({ TRUSTED_PROXIES: 'none' })).toEqual([])
    expect(problemsWith({ TRUSTED_PROXIES: '10.0.0.0/8,::1' })).toEqual([])
  })

  test.each(['0.0.0.0/0', '::/0'])('error: rejects %s as a proxy', (range) => {
    expect(problemsWith({ TRUSTED_PROXIES: `127.0.0.1,${range}` })).toEqual([
      `TRUSTED_PROXIES: must not contain ${range}, which lets every visitor claim any address; list only your proxies`,
    ])
  })

  test('error: reports an empty list of RPC URLs as missing', () => {
    expect(problemsWith({ CHAIN_RPC_URL: ' , ' })).toEqual([
      'CHAIN_RPC_URL: is required in live mode',
    ])
  })

  test('error: reports everything that is missing', () => {
    expect(liveProblems(readSettings({}))).toEqual([
      ...required.map((name) => `${name}: is required in live mode`),
      missingProxies,
    ])
  })

  test('error: rejects the role sandbox', () => {
    expect(problemsWith({ ROLE: 'sandbox' })).toEqual(['ROLE: must not be sandbox in live mode'])
  })

  test.each(['BASE_URL', 'PAY_URL'])('error: rejects %s without https', (name) => {
    const problems = [`${name}: must be https in live mode`]
    expect(problemsWith({ [name]: 'http://tally.test' })).toEqual(problems)
    expect(problemsWith({ [name]: 'HTTP://localhost:3000' })).toEqual(problems)
  })

  test.each(secrets)('error: rejects a weak %s', (name) => {
    const strong = aSecret('another')
    const weak = (value: string) => problemsWith({ [name]: value })

    expect(weak(strong.slice(0, 32))).toEqual([])
    expect(weak(strong.slice(0, 31))).toEqual([`${name}: has fewer than 32 characters; ${advice}`])
    expect(weak('abcabcabd1'.repeat(7))).toEqual([
      `${name}: has too few different characters; ${advice}`,
    ])
  })

  test.each(['change', 'Secret', 'PASSWORD', 'example', 'TallyStick'])(
    'error: rejects a secret that contains %s',
    (word) => {
      expect(problemsWith({ JWT_SECRET: aSecret('another') + word })).toEqual([
        `JWT_SECRET: contains a guessable word; ${advice}`,
      ])
    },
  )

  test.each([
    'abcdefghijklmnopqrstuvwxyz0123456789',
    '9876543210zyxwvutsrqponmlkjihgfedcba',
    'aabbccddeeffgghhiijjkkllmmnnooppqqrr',
  ])('error: rejects the sequence %s', (value) => {
    expect(problemsWith({ CRON_SECRET: value })).toEqual([
      `CRON_SECRET: is a sequence of neighboring characters; ${advice}`,
    ])
  })

  test.each(
    secrets.flatMap((secret, index) => secrets.slice(index + 1).map((other) => [secret, other])),
  )('error: rejects equal %s and %s', (first = '', second = '') => {
    const shared = aSecret('shared')
    expect(problemsWith({ [first]: shared, [second]: shared })).toEqual([
      `${second}: must differ from ${first}`,
    ])
  })

  test("error: rejects the sandbox's relayer key", () => {
    const knownKey = '0xAC0974bec39a17e36ba4a6b4d238ff944bacb478cbed5efcae784d7bf4f2ff80'
    expect(problemsWith({ RELAYER_PRIVATE_KEY: knownKey })).toEqual([
      expect.stringContaining('RELAYER_PRIVATE_KEY: is the sandbox'),
    ])
  })

  test("error: rejects the sandbox's platform wallet, whose key is public", () => {
    const knownAddressText = '0x15d34AAf54267DB7D7c367839AAf71A00a2C6A65'
    expect(problemsWith({ PLATFORM_WALLET: knownAddressText })).toEqual([
      expect.stringContaining("PLATFORM_WALLET: is the sandbox's"),
    ])
  })

  test.each(secrets)('error: rejects a %s equal to the relayer key', (name) => {
    const shared = `0x${aSecret('shared')}`
    expect(problemsWith({ [name]: shared, RELAYER_PRIVATE_KEY: shared })).toEqual([
      `RELAYER_PRIVATE_KEY: must differ from ${name}`,
    ])
  })

  test('behavior: one relayer key may serve several purposes', () => {
    const shared = `0x${aSecret('shared')}`
    const keys = { RELAYER_PRIVATE_KEY: shared, RELAYER_CHARGES_PRIVATE_KEY: shared }
    expect(problemsWith(keys)).toEqual([])
  })

  test('error: the key of cancellations must be a key of its own', () => {
    const shared = `0x${aSecret('relayer')}`
    expect(problemsWith({ CANCEL_PRIVATE_KEY: shared })).toEqual([
      'RELAYER_PRIVATE_KEY: must differ from CANCEL_PRIVATE_KEY',
    ])
  })

  test('error: requires MAX_FEE_GWEI except on Base', () => {
    expect(problemsWith({ CHAIN_ID: '8453' })).toEqual([])
    expect(problemsWith({ CHAIN_ID: '10' })).toEqual([
      'MAX_FEE_GWEI: is required in live mode on chain 10',
    ])
    expect(problemsWith({ CHAIN_ID: '10', MAX_FEE_GWEI: '0.5' })).toEqual([])
  })

  test('error: reports all problems at once, without any value', () => {
    const problems = problemsWith({
      DATABASE_URL: '',
      BASE_URL: 'http://tally.test',
      MASTER_KEY: 'hunter2',
      JWT_SECRET: 'hunter2',
    })

    expect(problems).toEqual([
      'DATABASE_URL: is required in live mode',
      'BASE_URL: must be https in live mode',
      `MASTER_KEY: has fewer than 32 characters; ${advice}`,
      `JWT_SECRET: has fewer than 32 characters; ${advice}`,
      'JWT_SECRET: must differ from MASTER_KEY',
    ])
  })

  test('property: never calls 32 random bytes in hex weak', () => {
    fc.assert(
      fc.property(fc.integer(), (number) => {
        expect(problemsWith({ MASTER_KEY: aSecret(`random ${number}`) })).toEqual([])
      }),
      { seed: 1, numRuns: 300 },
    )
  })
})

/**
 * Returns the problems of a valid live environment with `changes`; an empty value removes a
 * variable.
 */
function problemsWith(changes: Record<string, string>): string[] {
  const settings = readSettings({
    BASE_URL: 'https://tally.test',
    PAY_URL: 'https://pay.tally.test',
    DATABASE_URL: 'postgres://me:pw@db.test/shop',
    CHAIN_RPC_URL: 'https://rpc.test',
    PLATFORM_WALLET: '0x5aaeb6053f3e94c9b9a09f33669435e7ef1beaed',
    RELAYER_PRIVATE_KEY: `0x${aSecret('relayer')}`,
    CANCEL_PRIVATE_KEY: `0x${aSecret('cancel')}`,
    MASTER_KEY: aSecret('master'),
    JWT_SECRET: aSecret('jwt'),
    CRON_SECRET: aSecret('cron'),
    EDGE_SECRET: aSecret('edge'),
    TRUSTED_PROXIES: '127.0.0.1',
    ...changes,
  })
  return liveProblems(settings)
}

/** Looks random and is the same in every run. */
function aSecret(name: string): string {
  return createHash('sha256').update(name).digest('hex')
}
