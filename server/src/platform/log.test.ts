import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import type { Config } from './config/config.js'
import { createLogger, type Logger } from './log.js'

describe('createLogger', () => {
  test('default', () => {
    const { log, lines } = aRecordedLog()
    log.info({ receiptId: 'R-1', status: 'paid' }, 'receipt status changed')

    expect(lines()).toEqual([
      {
        level: 'info',
        time: expect.any(Number),
        receiptId: 'R-1',
        status: 'paid',
        msg: 'receipt status changed',
      },
    ])
  })

  test('behavior: drops lines below its level', () => {
    const { log, lines } = aRecordedLog('warn')
    log.debug({}, 'one')
    log.info({}, 'two')
    log.warn({}, 'three')
    log.error({}, 'four')

    expect(lines().map((line) => line['msg'])).toEqual(['three', 'four'])
  })

  test('behavior: writes nothing at level silent', () => {
    const { log, text } = aRecordedLog('silent')
    log.fatal({}, 'one')
    expect(text()).toBe('')
  })

  test('behavior: a child adds its fields and hides secrets', () => {
    const { log, lines } = aRecordedLog()
    log.child({ correlationId: 'req_1' }).info({ apiKey: 'abc' }, 'request completed')

    expect(lines()).toMatchObject([{ correlationId: 'req_1', apiKey: '[hidden]' }])
  })

  test('behavior: hides secret fields at any depth', () => {
    const { log, lines } = aRecordedLog()
    log.info(
      { apiKey: 'abc', request: { headers: { Authorization: 'abc', host: 'tally.test' } } },
      'request completed',
    )

    expect(lines()).toMatchObject([
      {
        apiKey: '[hidden]',
        request: { headers: { Authorization: '[hidden]', host: 'tally.test' } },
      },
    ])
  })

  test('behavior: hides secrets in text', () => {
    const { log, lines } = aRecordedLog()
    log.info({ url: 'postgres://me:pw@db.test', notes: ['tly_live_abc'] }, 'connected')

    expect(lines()).toMatchObject([
      { url: 'postgres://me:[hidden]@db.test', notes: ['tly_live_[hidden]'] },
    ])
  })

  test('behavior: writes a bigint', () => {
    const { log, lines } = aRecordedLog()
    log.info({ totalCents: 11_005n }, 'receipt paid')
    expect(lines()).toMatchObject([{ totalCents: '11005' }])
  })

  test('behavior: writes the name, code and stack of an error', () => {
    const { log, lines } = aRecordedLog()
    const error = Object.assign(new TypeError('broken'), { code: '23505' })
    log.error({ err: error }, 'request failed')

    expect(lines()).toEqual([
      {
        level: 'error',
        time: expect.any(Number),
        err: {
          type: 'TypeError',
          message: 'broken',
          code: '23505',
          stack: expect.stringMatching(/^TypeError: broken\n {4}at .*log\.test\.ts/),
        },
        msg: 'request failed',
      },
    ])
  })

  test('behavior: hides secrets in the message and the stack of an error', () => {
    const { log, lines, text } = aRecordedLog()
    log.error({ err: new Error('no way to postgres://me:hunter2@db.test') }, 'request failed')

    expect(text()).not.toContain('hunter2')
    expect(lines()).toMatchObject([
      { err: { message: 'no way to postgres://me:[hidden]@db.test' } },
    ])
  })

  test('behavior: hides secrets in the causes of an error', () => {
    const { log, lines, text } = aRecordedLog()
    const root = new Error('key tly_live_hunter2')
    const error = new Error('outer', { cause: new Error('Bearer hunter2', { cause: root }) })
    log.error({ err: error }, 'request failed')

    expect(text()).not.toContain('hunter2')
    expect(lines()).toMatchObject([
      {
        err: {
          message: 'outer',
          cause: { message: 'Bearer [hidden]', cause: { message: 'key tly_live_[hidden]' } },
        },
      },
    ])
  })

  test.each([
    ['text', 'whsec_hunter2', 'whsec_[hidden]'],
    ['an object', { password: 'hunter2', at: 1 }, { password: '[hidden]', at: 1 }],
    ['a list', ['tly_test_hunter2'], ['tly_test_[hidden]']],
    ['a number', 7, 7],
  ])('behavior: hides secrets in %s that is thrown or a cause', (_name, thrown, expected) => {
    const { log, lines } = aRecordedLog()
    log.error({ err: thrown }, 'request failed')
    log.error({ err: new Error('outer', { cause: thrown }) }, 'request failed')

    expect(lines()).toMatchObject([{ err: expected }, { err: { cause: expected } }])
  })

  test('behavior: drops the other fields of an error', () => {
    const { log, text } = aRecordedLog()
    const error = Object.assign(new Error('broken'), { detail: 'Key (email)=(hunter2)' })
    log.error({ err: error }, 'request failed')
    expect(text()).not.toContain('hunter2')
  })

  test('behavior: treats an error in any field the same way', () => {
    const { log, text } = aRecordedLog()
    const error = Object.assign(new Error('broken'), {
      detail: 'tly_live_hunter2',
      password: 'hunter2',
    })
    log.error({ error, attempts: [{ err: error }] }, 'request failed')
    expect(text()).not.toContain('hunter2')
  })

  test('behavior: writes an error without a message beside it', () => {
    const { log, text } = aRecordedLog()
    const error = new Error('no way to postgres://me:hunter2@db.test')
    log.error(error)
    log.error({ err: error })
    expect(text()).not.toContain('hunter2')
  })

  test('behavior: handles an error that is its own cause', () => {
    const { log, lines } = aRecordedLog()
    const error = new Error('round and round')
    error.cause = new Error('the other one', { cause: error })
    log.error({ err: error }, 'request failed')
    expect(lines()).toMatchObject([{ err: { message: 'round and round' } }])
  })

  test('property: no planted canary survives', () => {
    const canary = 'Canary7f3a9c'
    const secretText = fc
      .tuple(
        fc.string(),
        fc.constantFrom(
          `tly_live_${canary}`,
          `whsec_${canary}`,
          `Bearer ${canary}`,
          `postgres://me:${canary}@db.test/shop`,
        ),
      )
      .map(([before, secret]) => `${before} ${secret}`)
    const thrown = fc
      .tuple(secretText, fc.array(secretText, { maxLength: 3 }))
      .map(([message, causes]) =>
        causes.reduce((cause, text) => new Error(text, { cause }), new Error(message)),
      )

    fc.assert(
      fc.property(thrown, secretText, (err, note) => {
        const { log, text } = aRecordedLog()
        log.error({ err, note, deep: [{ note, 'X-Api-Key': canary }] }, 'request failed')
        expect(text()).toContain('[hidden]')
        expect(text()).not.toContain(canary)
      }),
      { seed: 1, numRuns: 300 },
    )
  })
})

function aRecordedLog(level: Config['logLevel'] = 'trace'): {
  log: Logger
  text: () => string
  lines: () => Record<string, unknown>[]
} {
  const written: string[] = []
  const log = createLogger(level, { write: (line) => written.push(line) })
  return {
    log,
    text: () => written.join(''),
    lines: () => written.map((line) => JSON.parse(line)),
  }
}
