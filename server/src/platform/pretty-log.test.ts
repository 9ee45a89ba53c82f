import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { createLogger, routine } from './log.js'
import { formatLine, wantsColor } from './pretty-log.js'

const time = new Date(2026, 0, 2, 14, 3, 22).getTime()
const escapeCharacter = '\u001b'

function format(fields: Record<string, unknown>, hasColor = false): string {
  return formatLine(`${JSON.stringify({ level: 'info', time, ...fields })}\n`, { hasColor })
}

describe('formatLine', () => {
  test('default', () => {
    const fields = {
      correlationId: 'req_1',
      receiptId: 'rcpt_1',
      status: 'paid',
      msg: 'receipt paid',
    }
    expect(format(fields)).toBe('14:03:22  info   Receipt paid  receiptId=rcpt_1 status=paid\n')
  })

  test('behavior: formats a line without fields', () => {
    expect(format({ msg: 'service stopped' })).toBe('14:03:22  info   Service stopped\n')
  })

  test.each(['warn', 'error', 'fatal'])(
    'behavior: shows the correlation id at level %s',
    (level) => {
      expect(format({ level, correlationId: 'req_1', msg: 'm' })).toContain('correlationId=req_1')
    },
  )

  test.each([
    ['text with spaces', 'not found', '"not found"'],
    ['text with an equals sign', 'a=b', '"a=b"'],
    ['empty text', '', '""'],
    ['a number', 7, '7'],
    ['null', null, 'null'],
    ['an object', { a: [1, 'b'] }, '{"a":[1,"b"]}'],
    ['a long value', 'x'.repeat(500), `${'x'.repeat(119)}…`],
  ])('behavior: %s', (_name, value, expected) => {
    expect(format({ value, msg: 'm' })).toBe(`14:03:22  info   M  value=${expected}\n`)
  })

  test('behavior: shortens a hash, except in warnings and errors', () => {
    const hash = `0xaecbcd${'0'.repeat(54)}b2a2`
    expect(format({ hash, msg: 'm' })).toContain('hash=0xaecbcd…b2a2')
    expect(format({ level: 'warn', hash, msg: 'm' })).toContain(`hash=${hash}`)
  })

  test('behavior: indents the stack of an error and its causes', () => {
    const cause = { type: 'Error', message: 'root', stack: 'Error: root\n    at b.ts:2' }
    const err = {
      type: 'TypeError',
      message: 'broken',
      stack: 'TypeError: broken\n    at a.ts:1',
      cause,
    }
    expect(format({ level: 'error', err, job: 'prune', msg: 'job failed' })).toBe(
      [
        '14:03:22  error  Job failed  job=prune',
        '    TypeError: broken',
        '        at a.ts:1',
        '    Caused by: Error: root',
        '        at b.ts:2',
        '',
      ].join('\n'),
    )
  })

  test('behavior: truncates a long stack', () => {
    const stack = Array.from({ length: 100 }, (_, index) => `line ${index}`).join('\n')
    expect(format({ err: { message: 'm', stack }, msg: 'm' }).split('\n')).toHaveLength(22)
  })

  test.each(['text', 7, ['a'], {}])('behavior: shows the thrown value %j as a field', (err) => {
    expect(format({ err, msg: 'm' })).toContain('err=')
  })

  test('behavior: colors the level and dims the fields', () => {
    const line = format({ receiptId: 'R-1', msg: 'paid' }, true)
    expect(line).toContain(`${escapeCharacter}[32minfo `)
    expect(line).toContain(`${escapeCharacter}[2mreceiptId=R-1${escapeCharacter}[0m`)
  })

  test('behavior: passes on a line that is not JSON', () => {
    expect(formatLine(`${escapeCharacter}[2Jplain\n`, { hasColor: true })).toBe('\\x1b[2Jplain\n')
  })

  test.each([
    ['an escape sequence', `a${escapeCharacter}[2Jb`],
    ['a line end', 'a\nb'],
    ['a carriage return', 'a\rb'],
    ['a C1 control', 'a\u009bb'],
    ['a line separator', 'a\u2028b'],
    ['reversed text', 'a\u202eb'],
  ])('error: escapes %s in a name, a value, a message or a stack', (_name, text) => {
    const err = { message: text, stack: `Error: ${text}` }
    const shown = format({ [text]: text, deep: { [text]: text }, err, msg: text, level: text })
    expect(shown.replaceAll('\n', '')).not.toMatch(/[\p{Cc}\p{Cf}\p{Zl}\p{Zp}]/u)
  })

  test('property: input cannot start a line or reach the terminal unescaped', {
    tags: 'slow',
  }, () => {
    fc.assert(
      fc.property(fc.json(), fc.string({ unit: 'binary' }), (json, text) => {
        const err = { message: text, stack: text, cause: { message: text } }
        const lines = format({ value: JSON.parse(json), [`x${text}`]: text, err, msg: text }).split(
          '\n',
        )
        expect(lines.pop()).toBe('')
        expect(lines[0]).toMatch(/^14:03:22 {2}info/)
        for (const line of lines.slice(1)) expect(line).toMatch(/^ {4}/)
        expect(lines.join('')).not.toMatch(/[\p{Cc}\p{Cf}\p{Zl}\p{Zp}]/u)
      }),
      { seed: 1, numRuns: 200 },
    )
  })
})

describe('wantsColor', () => {
  test.each([
    ['a terminal', {}, true, true],
    ['no terminal', {}, false, false],
    ['NO_COLOR', { NO_COLOR: '1' }, true, false],
    ['an empty NO_COLOR', { NO_COLOR: '' }, true, true],
    ['FORCE_COLOR', { FORCE_COLOR: '1' }, false, true],
    ['FORCE_COLOR=0', { FORCE_COLOR: '0' }, true, false],
    ['both', { FORCE_COLOR: '1', NO_COLOR: '1' }, false, true],
    ['a dumb terminal', { TERM: 'dumb' }, true, false],
  ])('default: %s', (_name, environment, isTerminal, expected) => {
    expect(wantsColor(environment, isTerminal)).toBe(expected)
  })
})

describe('createLogger', () => {
  function logged(format: 'pretty' | 'json', level: 'info' | 'debug' = 'info'): string[] {
    const lines: string[] = []
    const log = createLogger(level, { write: (line) => lines.push(line) }, format)
    log.child({ correlationId: 'run_1' }).info({ job: 'prune', ...routine }, 'job ran')
    log.info({ note: 'tly_live_hunter2' }, 'kept')
    return lines
  }

  test('behavior: the pretty format omits routine lines', () => {
    expect(logged('pretty').map((line) => JSON.parse(line).msg)).toEqual(['kept'])
    expect(logged('pretty', 'debug')).toHaveLength(2)
  })

  test('behavior: JSON contains routine lines without the mark', () => {
    const [line = ''] = logged('json')
    const { time: _, ...fields } = JSON.parse(line)
    expect(fields).toEqual({ level: 'info', correlationId: 'run_1', job: 'prune', msg: 'job ran' })
  })

  test('behavior: hides secrets before formatting a line', () => {
    expect(logged('pretty')[0]).toContain('tly_live_[hidden]')
  })
})
