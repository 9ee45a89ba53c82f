import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { cpuTimeOf } from '../../test/fixtures/cpu-time.js'
import { redact, redactText } from './redact.js'

/** Names of secret fields as words, to generate every spelling. */
const secretNames = [
  ['api', 'key'],
  ['x', 'api', 'key'],
  ['authorization'],
  ['billing', 'address'],
  ['cookie'],
  ['set', 'cookie'],
  ['cron', 'secret'],
  ['x', 'cron', 'secret'],
  ['csrf', 'token'],
  ['x', 'csrf', 'token'],
  ['database', 'url'],
  ['edge', 'secret'],
  ['x', 'edge', 'secret'],
  ['email'],
  ['onramp', 'email'],
  ['jwt', 'secret'],
  ['master', 'key'],
  ['ocp', 'apim', 'subscription', 'key'],
  ['password'],
  ['permission', 'signature'],
  ['phone'],
  ['private', 'key'],
  ['secret'],
  ['signature'],
  ['x', 'payment'],
  ['x', 'portal', 'token'],
]

describe('redact', () => {
  test('default', () => {
    expect(redact({ apiKey: 'abc', receiptId: 'R-1', attempt: 2 })).toEqual({
      apiKey: '[hidden]',
      receiptId: 'R-1',
      attempt: 2,
    })
  })

  test.each([
    'apiKey',
    'apikey',
    'API_KEY',
    'x-api-key',
    'X-Api-Key',
    'Ocp-Apim-Subscription-Key',
    'Authorization',
    'set-cookie',
    'DATABASE_URL',
    'jwtSecret',
    'MASTER_KEY',
    'X-Portal-Token',
    'x-payment',
    'onramp_email',
    'billing.address',
  ])('behavior: hides %s', (name) => {
    expect(redact({ [name]: 'abc' })).toEqual({ [name]: '[hidden]' })
  })

  test.each(['relayerPrivateKey', 'databasePassword', 'demoKeySecret'])(
    'behavior: hides %s, a secret of this service',
    (name) => {
      expect(redact({ [name]: 'abc' })).toEqual({ [name]: '[hidden]' })
    },
  )

  test.each(['keyId', 'token', 'tokens', 'emailCount', 'wallet', 'signatureCount'])(
    'behavior: does not hide %s',
    (name) => {
      expect(redact({ [name]: 'abc' })).toEqual({ [name]: 'abc' })
    },
  )

  test('behavior: hides a secret of any type', () => {
    expect(redact({ accessToken: 7, cookie: null, secret: { a: 1 }, email: ['a@b.c'] })).toEqual({
      accessToken: '[hidden]',
      cookie: '[hidden]',
      secret: '[hidden]',
      email: '[hidden]',
    })
  })

  test('behavior: hides secrets in objects and lists', () => {
    const fields = { request: { headers: [{ cookie: 'abc', host: 'tally.test' }] } }
    expect(redact(fields)).toEqual({
      request: { headers: [{ cookie: '[hidden]', host: 'tally.test' }] },
    })
  })

  test('behavior: hides secrets in any text', () => {
    expect(redact({ note: 'got tly_live_abc', notes: ['whsec_abc', 3] })).toEqual({
      note: 'got tly_live_[hidden]',
      notes: ['whsec_[hidden]', 3],
    })
  })

  test('behavior: writes a bigint as text', () => {
    expect(redact({ totalCents: 11_005n, parts: [1n] })).toEqual({
      totalCents: '11005',
      parts: ['1'],
    })
  })

  test('behavior: leaves other plain values alone', () => {
    const fields = { a: null, b: undefined, c: true, d: 0.5, e: '' }
    expect(redact(fields)).toStrictEqual(fields)
  })

  test('behavior: stops after six levels', () => {
    expect(redact({ top: nest(6, 'end') })).toEqual({ top: nest(6, 'end') })
    expect(redact({ top: nest(7, 'end') })).toEqual({ top: nest(6, '[deep]') })
    expect(redact({ top: nest(6, []) })).toEqual({ top: nest(6, '[deep]') })
  })

  test('behavior: truncates an object that contains itself', () => {
    const fields: Record<string, unknown> = { id: 'a' }
    fields['self'] = fields
    expect(JSON.stringify(redact(fields))).toContain('[deep]')
  })

  test('behavior: does not change its input', () => {
    const fields = { apiKey: 'abc', list: [{ note: 'tly_test_abc' }] }
    redact(fields)
    expect(fields).toEqual({ apiKey: 'abc', list: [{ note: 'tly_test_abc' }] })
  })

  test('property: no planted canary survives', () => {
    const canary = 'Canary7f3a9c'

    fc.assert(
      fc.property(aTreeWith(canary), (fields) => {
        expect(JSON.stringify(fields, withBigints)).toContain(canary)
        expect(JSON.stringify(redact(fields))).not.toContain(canary)
      }),
      { seed: 1, numRuns: 1_000 },
    )
  })
})

describe('redactText', () => {
  test.each([
    ['a developer key', 'key tly_test_abc_DEF09 used', 'key tly_test_[hidden] used'],
    ['a live developer key', '"tly_live_abc"', '"tly_live_[hidden]"'],
    ['a webhook secret', 'secret=whsec_ab+/c==;', 'secret=whsec_[hidden];'],
    ['a bearer token', 'authorization: Bearer ab.c-d_e', 'authorization: Bearer [hidden]'],
    ['a bearer token in lower case', 'bearer\tabc, more', 'Bearer [hidden], more'],
    ['a database password', 'postgres://me:pw@db:5432/x', 'postgres://me:[hidden]@db:5432/x'],
    ['a password with a slash', 'postgres://me:p/w:@db/x', 'postgres://me:[hidden]@db/x'],
    ['a password with an at sign', 'postgres://me:p@w@db/x', 'postgres://me:[hidden]@db/x'],
    ['a password without a user', 'redis://:pw@cache:6379', 'redis://:[hidden]@cache:6379'],
    ['a key after an escaped line end', '"a\\ntly_live_abc"', '"a\\ntly_live_[hidden]"'],
  ])('default: %s', (_name, text, expected) => {
    expect(redactText(text)).toBe(expected)
  })

  test('behavior: hides every secret', () => {
    const text = 'tly_test_a tly_live_b whsec_c Bearer d https://u:e@h https://u:f@h'
    expect(redactText(text)).toBe(
      'tly_test_[hidden] tly_live_[hidden] whsec_[hidden] Bearer [hidden] https://u:[hidden]@h https://u:[hidden]@h',
    )
  })

  test('behavior: hides secrets in a stack trace', () => {
    const text =
      'Error: connect ECONNREFUSED postgres://me:pw@db/x\n    at file:///srv/main.js:10:5\n    at key tly_live_abc'
    expect(redactText(text)).toBe(
      'Error: connect ECONNREFUSED postgres://me:[hidden]@db/x\n    at file:///srv/main.js:10:5\n    at key tly_live_[hidden]',
    )
  })

  test.each([
    '',
    'http://localhost:3000/api',
    'https://me@tally.test/x',
    'tly_demo_abc',
    'the bearer',
    'write to shop@tally.test at 12:30',
  ])('behavior: does not change %o', (text) => {
    expect(redactText(text)).toBe(text)
  })

  test('behavior: is fast on any long text', () => {
    const text = 'x://a:'.repeat(8_000)
    expect(cpuTimeOf(() => redactText(text))).toBeLessThan(300)
  })
})

function nest(levels: number, end: unknown): unknown {
  return levels === 0 ? end : { next: nest(levels - 1, end) }
}

function withBigints(_name: string, value: unknown): unknown {
  return typeof value === 'bigint' ? value.toString() : value
}

/** Generates fields of any shape with the canary where a secret can occur. */
function aTreeWith(canary: string): fc.Arbitrary<Record<string, unknown>> {
  const plainWord = fc.stringMatching(/^[a-z]{1,8}$/)
  const leaf = fc.oneof(
    fc.string(),
    fc.integer(),
    fc.bigInt(),
    fc.boolean(),
    fc.constant(null),
    aTextWith(canary),
  )
  const { tree } = fc.letrec<{ tree: unknown }>((tie) => ({
    tree: fc.oneof(
      { maxDepth: 9, withCrossShrink: true },
      leaf,
      fc.array(tie('tree'), { maxLength: 3 }),
      fc.dictionary(plainWord, tie('tree'), { maxKeys: 3 }),
      fc
        .tuple(aSecretName(), fc.oneof(fc.constant(canary), fc.constant([{ deep: canary }])))
        .map(([name, value]) => ({ [name]: value })),
    ),
  }))

  return fc
    .tuple(aSecretName(), aTextWith(canary), fc.array(tree, { maxLength: 4 }))
    .map(([name, text, rest]) => ({ rest, text, inner: { [name]: canary } }))
}

function aSecretName(): fc.Arbitrary<string> {
  return fc
    .tuple(
      fc.constantFrom(...secretNames),
      fc.constantFrom('', '-', '_', '.', ' '),
      fc.infiniteStream(fc.boolean()),
    )
    .map(([terms, separator, isUpper]) =>
      Array.from(terms.join(separator), (letter) =>
        isUpper.next().value ? letter.toUpperCase() : letter,
      ).join(''),
    )
}

function aTextWith(canary: string): fc.Arbitrary<string> {
  const form = fc.constantFrom(
    `tly_test_${canary}`,
    `tly_live_abc_${canary}`,
    `whsec_${canary}==`,
    `Bearer ${canary}`,
    `bearer  a.${canary}`,
    `postgres://me:${canary}@db.test:5432/shop?sslmode=require`,
    `https://me:x${canary}y@rpc.test`,
  )
  return fc
    .tuple(fc.string(), form, fc.string())
    .map(([before, secret, after]) => `${before} ${secret} ${after}`)
}
