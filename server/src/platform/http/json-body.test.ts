import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { AppError } from '../../lib/errors.js'
import { parseJsonBody } from './json-body.js'

const notJson = 'The body is not valid JSON.'
const badText = 'Text must be valid Unicode without NUL characters.'
const badNumber = 'A number is out of range.'
const tooDeep = 'The body is nested more than 32 levels deep. Flatten it.'

describe('parseJsonBody', () => {
  test('default', () => {
    expect(parseJsonBody('{"id":"R-1","total":12.5,"lines":[{"sku":null},true]}')).toEqual({
      id: 'R-1',
      total: 12.5,
      lines: [{ sku: null }, true],
    })
  })

  test.each([
    ['null', null],
    ['false', false],
    ['0', 0],
    ['""', ''],
    [' [] ', []],
    ['1.7976931348623157e308', Number.MAX_VALUE],
    ['1e-400', 0],
  ])('behavior: parses %s', (text, expected) => {
    expect(parseJsonBody(text)).toEqual(expected)
  })

  test.each(['', ' ', '\r\n\t'])('behavior: treats %j as no body', (text) => {
    expect(parseJsonBody(text)).toBeUndefined()
  })

  test('behavior: accepts characters outside the basic plane', () => {
    expect(parseJsonBody('{"\\ud83d\\ude00":"😀"}')).toEqual({ '😀': '😀' })
  })

  test('behavior: allows a name that only looks dangerous', () => {
    const body = parseJsonBody('{"constructor":"Lego","prototype":{"a":1},"proto":1}')
    expect(body).toEqual({ constructor: 'Lego', prototype: { a: 1 }, proto: 1 })
    expect(refusalOf('{"constructor":{"name":"Lego"}}')).toBeNull()
    expect(refusalOf('{"constructor":null}')).toBeNull()
  })

  test.each(['[', '{"a":1', '{a:1}', "{'a':1}", '[1,]', 'undefined', 'NaN', '01', 'a=1', '{}{}'])(
    'error: rejects %s',
    (text) => {
      expect(refusalOf(text)).toBe(notJson)
    },
  )

  test.each(['1e309', '-1e309', '{"total":1e309}', '[[1,[-1e999]]]', '9'.repeat(400)])(
    'error: rejects the number in %s',
    (text) => {
      expect(refusalOf(text)).toBe(badNumber)
    },
  )

  test.each([
    ['a NUL', '"a\\u0000b"'],
    ['a NUL deep inside', '{"a":[{"b":"\\u0000"}]}'],
    ['a NUL in a name', '{"a\\u0000":1}'],
    ['the first half of a character', '"\\ud83d"'],
    ['the second half of a character', '["\\ude00\\ud83d"]'],
    ['half a character in a name', '{"a":{"\\ud83dx":1}}'],
  ])('error: rejects %s', (_name, text) => {
    expect(refusalOf(text)).toBe(badText)
  })

  test.each([
    ['__proto__', '{"__proto__":{"isAdmin":true}}'],
    ['__proto__', '{"a":[{"__proto__":null}]}'],
    ['__proto__', '{"\\u005f_proto__":1}'],
    ['constructor', '{"constructor":{"prototype":{"isAdmin":true}}}'],
    ['constructor', '[{"constructor":{"prototype":null}}]'],
  ])('error: rejects the name %s in %s', (name, text) => {
    expect(refusalOf(text)).toBe(`The name ${name} is not allowed.`)
  })

  test.each([
    ['lists', '[', ']', '1'],
    ['objects', '{"a":', '}', '1'],
    ['empty lists', '[', ']', ''],
  ])('error: rejects more than 32 levels of %s', (_name, open, close, core) => {
    const nested = (levels: number) => open.repeat(levels) + core + close.repeat(levels)

    expect(refusalOf(nested(32))).toBeNull()
    expect(refusalOf(nested(33))).toBe(tooDeep)
  })

  test('error: rejects nesting deep enough to overflow the stack', () => {
    const levels = 200_000
    expect(refusalOf('['.repeat(levels) + ']'.repeat(levels))).toBe(tooDeep)
    expect(refusalOf(`${'{"a":'.repeat(levels)}1${'}'.repeat(levels)}`)).toBe(tooDeep)
    expect(refusalOf('['.repeat(levels))).toBe(tooDeep)
  })

  test('property: parses valid JSON to its value', () => {
    fc.assert(
      fc.property(aSoundValue(), (value) => {
        expect(parseJsonBody(JSON.stringify(value))).toEqual(value)
      }),
      { seed: 1, numRuns: 1_000 },
    )
  })

  test('property: rejects a body with one invalid text anywhere', () => {
    const unsound = fc.constantFrom('\0', 'a\0', '\ud800', 'a\udfff')

    fc.assert(
      fc.property(aSoundValue(), unsound, fc.boolean(), (value, text, isName) => {
        const body = isName ? [value, { [text]: value }] : [value, { a: text }]
        expect(refusalOf(JSON.stringify(body))).toBe(badText)
      }),
      { seed: 1, numRuns: 1_000 },
    )
  })
})

/** Returns the message that rejects a body, or `null`. */
function refusalOf(text: string): string | null {
  try {
    parseJsonBody(text)
  } catch (error) {
    if (error instanceof AppError && error.code === 'invalid_input') return error.message
    throw error
  }
  return null
}

function aSoundValue(): fc.Arbitrary<unknown> {
  const text = fc.string({ unit: 'grapheme' }).filter((value) => !value.includes('\0'))
  const name = text.filter((value) => value !== '__proto__' && value !== 'constructor')
  const number = fc
    .double({ noNaN: true, noDefaultInfinity: true })
    .filter((value) => !Object.is(value, -0))

  const { value } = fc.letrec<{ value: unknown }>((tie) => ({
    value: fc.oneof(
      { maxDepth: 8, withCrossShrink: true },
      fc.oneof(text, number, fc.boolean(), fc.constant(null)),
      fc.array(tie('value'), { maxLength: 4 }),
      fc.dictionary(name, tie('value'), { maxKeys: 4, noNullPrototype: true }),
    ),
  }))
  return value
}
