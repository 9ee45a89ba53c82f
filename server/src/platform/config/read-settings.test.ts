import { createHash } from 'node:crypto'
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, describe, expect, test } from 'vitest'
import { type Environment, inspectSettings, readSettings } from './read-settings.js'
import { ConfigError, type Setting } from './setting.js'
import { settings } from './settings.js'

const folder = mkdtempSync(join(tmpdir(), 'tallystick-settings-'))
afterAll(() => rmSync(folder, { recursive: true, force: true }))

const table = Object.entries<Setting<unknown>>(settings)
const wallet = '0x5aaeb6053f3e94c9b9a09f33669435e7ef1beaed'
const privateKey = `0x${'4f'.repeat(32)}`

const limitsFile = join(folder, 'limits.json')
writeFileSync(limitsFile, '{}')

/** Every setting once, with a value other than its default, and the parsed value. */
const examples: Record<string, [text: string, expected: unknown]> = {
  ROLE: ['worker', 'worker'],
  HOST: ['0.0.0.0', '0.0.0.0'],
  PORT: ['0', 0],
  DRAIN_MS: ['2000', 2_000],
  METRICS_PORT: ['9999', 9_999],
  BASE_URL: ['https://tally.test/', 'https://tally.test'],
  PAY_URL: ['https://pay.tally.test', 'https://pay.tally.test'],
  ALLOWED_HOSTS: ['tallystick, [::1]', ['tallystick', '[::1]']],
  DATA_DIR: ['/var/lib/tallystick', '/var/lib/tallystick'],
  LOG_LEVEL: ['debug', 'debug'],
  LOG_FORMAT: ['pretty', 'pretty'],
  ALERT_WEBHOOK_URL: ['http://10.0.0.7:9000/hook?t=1', 'http://10.0.0.7:9000/hook?t=1'],
  ALERT_WEBHOOK_SECRET: ['a', 'a'],
  LIMITS_FILE: [limitsFile, limitsFile],
  OWN_MERCHANTS: [`${wallet}`, [wallet]],
  DATABASE_URL: ['postgres://me:pw@db.test/shop', 'postgres://me:pw@db.test/shop'],
  DATABASE_READ_URL: ['postgres://me:pw@b.test/shop', 'postgres://me:pw@b.test/shop'],
  DB_STATEMENTS: ['unnamed', 'unnamed'],
  INSTALLATION_ID: ['staging-2', 'staging-2'],
  DATABASE_POOL_SIZE: ['50', 50],
  CHAIN_RPC_URL: ['https://a.test/v1, wss://b.test', ['https://a.test/v1', 'wss://b.test']],
  SANDBOX_CHAIN: ['off', 'off'],
  SETTLE_MIN_USD: ['12', 12],
  SAFE_ABOVE_USD: ['0', 0],
  SETTLE_WITHIN_HOURS: ['48', 48],
  CHAIN_ID: ['1', 1],
  CONFIRMATIONS: ['12', 12],
  PLATFORM_WALLET: [wallet, wallet],
  PLATFORM_ADMINS: [`${wallet},${wallet}`, [wallet, wallet]],
  RELAYER_PRIVATE_KEY: [privateKey, privateKey],
  RELAYER_PAYMENTS_PRIVATE_KEY: [privateKey, privateKey],
  RELAYER_SETTLEMENT_PRIVATE_KEY: [privateKey, privateKey],
  RELAYER_CHARGES_PRIVATE_KEY: [privateKey, privateKey],
  CHARGER_PRIVATE_KEY: [privateKey, privateKey],
  RELAYER_DEPLOYMENTS_PRIVATE_KEY: [privateKey, privateKey],
  CANCEL_PRIVATE_KEY: [privateKey, privateKey],
  CANCEL_PREVIOUS_PRIVATE_KEY: [privateKey, privateKey],
  RELAYER_DAILY_GAS: ['50000000', 50_000_000],
  MAX_FEE_GWEI: ['0.05', 50_000_000n],
  MASTER_KEY: ['m', 'm'],
  JWT_SECRET: ['j', 'j'],
  JWT_PREVIOUS_SECRET: ['p', 'p'],
  CRON_SECRET: ['c', 'c'],
  EDGE_SECRET: ['e', 'e'],
  TRUSTED_PROXIES: ['10.0.0.0/8,::1', ['10.0.0.0/8', '::1']],
  SERVICE_NAME: ['Tally', 'Tally'],
  BRAND_KEY: ['my-brand', 'my-brand'],
  SITE_CONFIG_FILE: ['/etc/site.json', '/etc/site.json'],
  SITE_CONFIG_PUBLIC: ['false', false],
  DIRECTORY_PUBLIC: ['false', false],
  SHOPS_PAGE: ['off', 'off'],
  CONTACT_EMAIL: ['help@tally.test', 'help@tally.test'],
  ONSUCCESS_SNIPPETS: ['off', 'off'],
  ONRAMP_PROVIDER: ['stripe', 'stripe'],
  ONRAMP_SECRET_KEY: ['sk_test', 'sk_test'],
  ONRAMP_WEBHOOK_SECRET: ['whsec', 'whsec'],
  X402_FACILITATOR_URL: ['https://x402.test', 'https://x402.test'],
  RATE_PROVIDERS: ['ecb,fixed', ['ecb', 'fixed']],
  FIXED_RATES: ['EUR=2', { EUR: 2_000_000n }],
  ECB_RATES_URL: ['http://ecb.test/daily.xml', 'http://ecb.test/daily.xml'],
  COINBASE_URL: ['http://coinbase.test', 'http://coinbase.test'],
  CHAINLINK_FEEDS: [
    'ETH=0x00000000000000000000000000000000000000aa',
    { ETH: '0x00000000000000000000000000000000000000aa' },
  ],
  SNAPSHOT_MAX_AGE_MS: ['0', 0],
  MEDIA_DIR: ['pictures', 'pictures'],
  MEDIA_BUCKET_URL: ['https://s3.test/pictures/', 'https://s3.test/pictures'],
  MEDIA_BUCKET_REGION: ['eu-central-1', 'eu-central-1'],
  MEDIA_BUCKET_ACCESS_KEY: ['an id', 'an id'],
  MEDIA_BUCKET_SECRET_KEY: ['a key', 'a key'],
}

describe('readSettings', () => {
  test('default', () => {
    expect(readSettings({})).toMatchObject({
      mode: 'sandbox',
      role: 'all',
      host: '127.0.0.1',
      port: 3_000,
      metricsPort: 9_464,
      dataDir: '.data',
      logLevel: 'info',
      databasePoolSize: 10,
      ownMerchants: [],
      platformAdmins: [],
      serviceName: 'Service',
      brandKey: 'default',
      siteConfigPublic: true,
      directoryPublic: true,
      onSuccessSnippets: 'on',
      rateProviders: [],
      fixedRates: { EUR: 1_080_000n, ETH: 3_000_000_000n },
      snapshotMaxAgeMs: 86_400_000,
    })
  })

  test('behavior: leaves settings without a default undefined', () => {
    const optional = table.filter(([, setting]) => setting.fallback === undefined)
    const values: Record<string, unknown> = readSettings({})

    expect(optional.map(([field]) => field)).toContain('databaseUrl')
    for (const [field] of optional) expect(values[field], field).toBeUndefined()
  })

  test('behavior: every setting has a unique name', () => {
    const names = table.flatMap(([, { name }]) => [name, `${name}_FILE`])
    expect(new Set(names).size).toBe(names.length)
  })

  test.each(table.filter(([field]) => field !== 'mode'))('behavior: reads %s', (field, setting) => {
    const [text, expected] = exampleOf(setting.name)
    const needed = neededBy(field)
    const direct: Record<string, unknown> = readSettings({ ...needed, [setting.name]: text })
    const fromFile: Record<string, unknown> = readSettings({
      ...needed,
      [`${setting.name}_FILE`]: writeValue(text),
    })

    expect(direct[field]).toEqual(expected)
    expect(fromFile[field]).toEqual(expected)
    expect(readSettings({})).not.toHaveProperty(field, expected)
  })

  test('error: rejects a media bucket without keys, and beside a directory', () => {
    expect(problemsOf({ MEDIA_BUCKET_URL: 'https://s3.test/b', MEDIA_DIR: 'pictures' })).toEqual([
      'MEDIA_DIR: must not be set together with MEDIA_BUCKET_URL',
      'MEDIA_BUCKET_ACCESS_KEY: is required when MEDIA_BUCKET_URL is set',
      'MEDIA_BUCKET_SECRET_KEY: is required when MEDIA_BUCKET_URL is set',
    ])
  })

  test('error: rejects an alert webhook without a secret', () => {
    expect(problemsOf({ ALERT_WEBHOOK_URL: 'https://ops.test/hook' })).toEqual([
      'ALERT_WEBHOOK_SECRET: is required when ALERT_WEBHOOK_URL is set',
    ])
  })

  test.each(['ops.test', 'ftp://ops.test', 'https://me:pw@ops.test/'])(
    'error: rejects an alert webhook at %s',
    (url) => {
      expect(problemsOf({ ALERT_WEBHOOK_URL: url, ALERT_WEBHOOK_SECRET: 'a' })).toEqual([
        'ALERT_WEBHOOK_URL: must be an absolute http or https URL without user info',
      ])
    },
  )

  test('behavior: ignores unknown variables', () => {
    expect(readSettings({ PATH: '/bin', PORTS: 'x' })).toEqual(readSettings({}))
  })

  test('behavior: treats an empty variable as absent', () => {
    const empty = Object.fromEntries(
      table.flatMap(([, { name }]) => [
        [name, ''],
        [`${name}_FILE`, ''],
      ]),
    )
    expect(readSettings(empty)).toEqual(readSettings({}))
  })

  test('behavior: ignores an empty variable beside a file', () => {
    const settings = readSettings({ PORT: '', PORT_FILE: writeValue('4000') })
    expect(settings.port).toBe(4_000)
  })

  test.each(['s3cret\n', 's3cret\r\n', '  s3cret  \n\n'])(
    'behavior: trims a file with %j',
    (text) => {
      expect(readSettings({ MASTER_KEY_FILE: writeValue(text) }).masterKey).toBe('s3cret')
    },
  )

  test.each(['', '\n'])('behavior: treats a file with %j as absent', (text) => {
    const path = writeValue(text)
    const settings = readSettings({ MASTER_KEY_FILE: path, PORT_FILE: path })
    expect(settings.masterKey).toBeUndefined()
    expect(settings.port).toBe(3_000)
  })

  test('behavior: accepts a complete live environment', () => {
    const settings = readSettings(liveEnvironment())
    expect(settings.mode).toBe('live')
    expect(settings.baseUrl).toBe('https://tally.test')
  })

  test('error: rejects a variable that is also set as a file', () => {
    const path = writeValue('4000')
    expect(problemsOf({ PORT: '4000', PORT_FILE: path })).toEqual([
      'PORT: is also set as PORT_FILE; remove one of them',
    ])
  })

  test.each([
    ['is missing', join(folder, 'nowhere')],
    ['is a folder', folder],
  ])('error: rejects a file that %s', (_name, path) => {
    expect(problemsOf({ MASTER_KEY_FILE: path })).toEqual([
      'MASTER_KEY: the file named by MASTER_KEY_FILE cannot be read',
    ])
  })

  test('error: validates the contents of a file', () => {
    expect(problemsOf({ PORT_FILE: writeValue('70000\n') })).toEqual([
      'PORT: must be a whole number from 0 to 65535',
    ])
  })

  test('error: reports all problems at once, in the order of the settings', () => {
    const problems = problemsOf({
      SITE_CONFIG_PUBLIC: 'yes',
      PORT: 'http',
      MODE: 'production',
      BASE_URL: 'tally.test',
      MASTER_KEY_FILE: join(folder, 'nowhere'),
    })

    expect(problems).toEqual([
      'MODE: must be one of sandbox, live',
      'PORT: must be a whole number from 0 to 65535',
      'BASE_URL: must be an absolute http or https URL without query or user info',
      'MASTER_KEY: the file named by MASTER_KEY_FILE cannot be read',
      'SITE_CONFIG_PUBLIC: must be true or false',
    ])
  })

  test.each([
    ['ROLE', 'cron'],
    ['PORT', '65536'],
    ['DRAIN_MS', '30001'],
    ['METRICS_PORT', '-1'],
    ['PAY_URL', 'https://tally.test?a=1'],
    ['LOG_LEVEL', 'loud'],
    ['DATABASE_URL', 'mysql://db.test'],
    ['DATABASE_URL', 'postgres://a.test,b.test/shop'],
    ['DATABASE_READ_URL', 'postgres://a.test,b.test/shop?target_session_attrs=read-write'],
    ['DB_STATEMENTS', 'off'],
    ['INSTALLATION_ID', 'my staging'],
    ['INSTALLATION_ID', 'a'.repeat(65)],
    ['DATABASE_POOL_SIZE', '0'],
    ['CHAIN_RPC_URL', 'https://a.test,ftp://b.test'],
    ['CHAIN_ID', '0'],
    ['CONFIRMATIONS', '0'],
    ['PLATFORM_WALLET', '0x1'],
    ['PLATFORM_ADMINS', `${wallet},me`],
    ['RELAYER_PRIVATE_KEY', '0x4f'],
    ['RELAYER_PRIVATE_KEY', `0x${'0'.repeat(64)}`],
    ['RELAYER_PRIVATE_KEY', `0x${'f'.repeat(64)}`],
    ['RELAYER_PAYMENTS_PRIVATE_KEY', '0x4f'],
    ['RELAYER_DAILY_GAS', '9999999'],
    ['MAX_FEE_GWEI', '0'],
    ['MAX_FEE_GWEI', '-1'],
    ['MAX_FEE_GWEI', '1e9'],
    ['MAX_FEE_GWEI', '.5'],
    ['MAX_FEE_GWEI', '0.0000000001'],
    ['TRUSTED_PROXIES', 'proxy.test'],
    ['TRUSTED_PROXIES', 'dead'],
    ['TRUSTED_PROXIES', ' , '],
    ['TRUSTED_PROXIES', 'none,127.0.0.1'],
    ['TRUSTED_PROXIES', '10.0.0.0/999'],
    ['SERVICE_NAME', 'My Shop'],
    ['SERVICE_NAME', 'a\r\nb'],
    ['BRAND_KEY', 'My_Brand'],
    ['DIRECTORY_PUBLIC', '1'],
    ['CONTACT_EMAIL', 'help'],
    ['CONTACT_EMAIL', 'help me@tally.test'],
    ['ONSUCCESS_SNIPPETS', 'true'],
    ['ONRAMP_PROVIDER', 'acme'],
    ['X402_FACILITATOR_URL', 'https://me:pw@x402.test'],
    ['RATE_PROVIDERS', 'fixed,bloomberg'],
    ['FIXED_RATES', 'EUR'],
    ['ECB_RATES_URL', 'ftp://ecb.test'],
    ['COINBASE_URL', 'coinbase'],
    ['CHAINLINK_FEEDS', 'EUR=0x12'],
    ['CHAINLINK_FEEDS', 'GBP=0x00000000000000000000000000000000000000aa'],
    ['SNAPSHOT_MAX_AGE_MS', '1.5'],
  ])('error: rejects %s=%j', (name, text) => {
    expect(problemsOf({ [name]: text })).toEqual([expect.stringContaining(`${name}: `)])
  })

  test('error: a problem never repeats the value', () => {
    const problems = problemsOf({
      MODE: 'live',
      DATABASE_URL: 'mysql://me:hunter2@db.test',
      CHAIN_RPC_URL: 'ftp://hunter2.test',
      RELAYER_PRIVATE_KEY: 'hunter2',
      MASTER_KEY: 'hunter2',
      JWT_SECRET: 'hunter2',
      CRON_SECRET: 'hunter2',
    })

    expect(problems.length).toBeGreaterThan(6)
    expect(problems.join('\n')).not.toContain('hunter2')
  })

  test('error: adds the problems of live mode', () => {
    const { BASE_URL: _, ...environment } = liveEnvironment()
    expect(problemsOf({ ...environment, PORT: 'x' })).toEqual([
      'PORT: must be a whole number from 0 to 65535',
      'BASE_URL: is required in live mode',
    ])
  })

  test('error: does not report an invalid value as missing in live mode', () => {
    expect(problemsOf({ ...liveEnvironment(), DATABASE_URL: 'mysql://db.test' })).toEqual([
      'DATABASE_URL: must be a URL that starts with postgres:// or postgresql://',
    ])
  })
})

function exampleOf(name: string): [text: string, expected: unknown] {
  const example = examples[name]
  if (!example) throw new Error(`${name} has no example in this test`)
  return example
}

function problemsOf(environment: Environment): readonly string[] {
  try {
    readSettings(environment)
  } catch (error) {
    if (error instanceof ConfigError) return error.problems
    throw error
  }
  return []
}

let fileCount = 0

function writeValue(text: string): string {
  fileCount += 1
  const path = join(folder, `value-${fileCount}`)
  writeFileSync(path, text)
  return path
}

function liveEnvironment(): Record<string, string> {
  return {
    MODE: 'live',
    BASE_URL: 'https://tally.test',
    DATABASE_URL: 'postgres://me:pw@db.test/shop',
    CHAIN_RPC_URL: 'https://rpc.test',
    PLATFORM_WALLET: wallet,
    MASTER_KEY: aSecret('master'),
    JWT_SECRET: aSecret('jwt'),
    CRON_SECRET: aSecret('cron'),
    CANCEL_PRIVATE_KEY: `0x${aSecret('cancel')}`,
    TRUSTED_PROXIES: 'none',
  }
}

/** Looks random and is the same in every run. */
function aSecret(name: string): string {
  return createHash('sha256').update(name).digest('hex')
}

describe('inspectSettings', () => {
  test('default: has no problems where readSettings throws none', () => {
    expect(inspectSettings({})).toEqual({ settings: readSettings({}), problems: [] })
  })

  test('behavior: returns valid settings beside invalid ones, which have their default', () => {
    const { settings: result, problems } = inspectSettings({
      PORT: 'high',
      CHAIN_ID: 'one',
      LOG_LEVEL: 'debug',
    })
    expect(problems).toEqual([
      'PORT: must be a whole number from 0 to 65535',
      'CHAIN_ID: must be a whole number from 1 to 999999999999',
    ])
    expect(result).toMatchObject({ port: 3_000, logLevel: 'debug' })
    expect(result.chainId).toBeUndefined()
  })

  test('behavior: applies the rules of live mode to incomplete settings', () => {
    const { problems } = inspectSettings({ MODE: 'live', BASE_URL: 'nowhere' })
    expect(problems.filter((problem) => problem.startsWith('BASE_URL'))).toHaveLength(1)
    expect(problems).toContain('DATABASE_URL: is required in live mode')
  })
})

/** Returns the settings without which a setting is refused. */
function neededBy(field: string): Environment {
  if (field === 'alertWebhookUrl') return { ALERT_WEBHOOK_SECRET: 'with it' }
  if (field === 'onrampProvider') {
    return { ONRAMP_SECRET_KEY: 'with it', ONRAMP_WEBHOOK_SECRET: 'with it' }
  }
  if (field !== 'mediaBucketUrl') return {}
  return { MEDIA_BUCKET_ACCESS_KEY: 'with it', MEDIA_BUCKET_SECRET_KEY: 'with it' }
}
