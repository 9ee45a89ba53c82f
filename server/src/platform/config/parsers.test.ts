import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import {
  anyText,
  baseUrl,
  databaseUrl,
  flag,
  integer,
  listOf,
  matching,
  oneOf,
  type ParseResult,
  privateUrl,
  rates,
  wallet,
} from './parsers.js'

describe('anyText', () => {
  test('default', () => {
    expect(anyText(' as it is ')).toEqual({ value: ' as it is ' })
  })
})

describe('oneOf', () => {
  const parse = oneOf('sandbox', 'live')

  test('default', () => {
    expect(parse('sandbox')).toEqual({ value: 'sandbox' })
    expect(parse('live')).toEqual({ value: 'live' })
  })

  test.each(['', 'Live', ' live', 'liv', 'sandbox,live'])('error: rejects %o', (text) => {
    expect(parse(text)).toEqual({ problem: 'must be one of sandbox, live' })
  })
})

describe('flag', () => {
  test('default', () => {
    expect(flag('true')).toEqual({ value: true })
    expect(flag('false')).toEqual({ value: false })
  })

  test.each(['', '1', '0', 'yes', 'TRUE', ' true'])('error: rejects %o', (text) => {
    expect(flag(text)).toEqual({ problem: 'must be true or false' })
  })
})

describe('integer', () => {
  const parse = integer(1, 500)

  test('default', () => {
    expect(parse('10')).toEqual({ value: 10 })
  })

  test('behavior: includes both ends of the range', () => {
    expect(parse('1')).toEqual({ value: 1 })
    expect(parse('500')).toEqual({ value: 500 })
    expect(integer(0, 1)('0')).toEqual({ value: 0 })
  })

  test.each([
    '',
    '0',
    '501',
    '-1',
    '+1',
    '1.5',
    '1e2',
    '0x10',
    ' 1',
    '1\n',
    '1_0',
    '٣',
    'NaN',
    'Infinity',
    '9'.repeat(16),
  ])('error: rejects %o', (text) => {
    expect(parse(text)).toEqual({ problem: 'must be a whole number from 1 to 500' })
  })

  test('property: accepts exactly the numbers in range', () => {
    fc.assert(
      fc.property(fc.integer({ min: -600, max: 1_200 }), (number) => {
        expect('value' in parse(String(number))).toBe(number >= 1 && number <= 500)
      }),
      { seed: 1, numRuns: 1_000 },
    )
  })
})

describe('matching', () => {
  const parse = matching(/^[a-z]+$/, 'must be lower-case letters')

  test('default', () => {
    expect(parse('abc')).toEqual({ value: 'abc' })
  })

  test('error: rejects a text that does not match', () => {
    expect(parse('Abc')).toEqual({ problem: 'must be lower-case letters' })
  })
})

describe('baseUrl', () => {
  const parse = baseUrl('http', 'https')

  test.each([
    ['https://tally.test', 'https://tally.test'],
    ['https://tally.test/', 'https://tally.test'],
    ['https://tally.test//', 'https://tally.test'],
    ['https://tally.test/shop/', 'https://tally.test/shop'],
    ['http://localhost:3000', 'http://localhost:3000'],
    ['HTTPS://Tally.Test:443', 'https://tally.test'],
  ])('default: %s', (text, expected) => {
    expect(parse(text)).toEqual({ value: expected })
  })

  test.each([
    '',
    'tally.test',
    '/shop',
    'ftp://tally.test',
    'javascript:alert(1)',
    'https://',
    'https://tally.test?a=1',
    'https://tally.test#a',
    'https://me@tally.test',
    'https://me:pw@tally.test',
  ])('error: rejects %o', (text) => {
    expect(parse(text)).toEqual({
      problem: 'must be an absolute http or https URL without query or user info',
    })
  })

  test.each(['https://tally.test?', 'https://tally.test/#'])(
    'behavior: never keeps an empty query or fragment of %s',
    (text) => {
      // Rejecting it and removing it are both fine.
      expect(findValue(parse(text)) ?? 'https://tally.test').toBe('https://tally.test')
    },
  )

  test('behavior: accepts only the given schemes', () => {
    expect(baseUrl('https')('http://tally.test')).toEqual({
      problem: 'must be an absolute https URL without query or user info',
    })
  })
})

describe('privateUrl', () => {
  const parse = privateUrl('postgres', 'postgresql')

  test.each([
    'postgres://me:p%40w@db.test:5432/shop?sslmode=require',
    'postgresql://db.test/shop',
    'postgres:///shop?host=/run/postgresql',
  ])('default: returns %s unchanged', (text) => {
    expect(parse(text)).toEqual({ value: text })
  })

  test.each(['', 'db.test', 'mysql://me:hunter2@db.test', 'https://db.test', 'postgres:hunter2'])(
    'error: rejects %o',
    (text) => {
      expect(parse(text)).toEqual({
        problem: 'must be a URL that starts with postgres:// or postgresql://',
      })
    },
  )
})

describe('databaseUrl', () => {
  const parse = databaseUrl('read-write')

  test.each([
    'postgres://me:pw@db.test:5432/shop',
    'postgres:///shop?host=/run/postgresql',
    'postgres://db.test/shop?target_session_attrs=read-write',
    'postgres://me:pw@a.test:5432,b.test:5432/shop?target_session_attrs=read-write',
  ])('default: returns %s unchanged', (text) => {
    expect(parse(text)).toEqual({ value: text })
  })

  test.each([
    ['mysql://me:hunter2@db.test', 'must be a URL that starts with postgres:// or postgresql://'],
    ['postgres://a.test:99999/shop', 'must be a URL that starts with postgres:// or postgresql://'],
    ['postgres://a.test,b.test/shop', 'must have target_session_attrs=read-write'],
    [
      'postgres://a.test/shop?target_session_attrs=standby',
      'must have target_session_attrs=read-write',
    ],
    ['postgres://a.test,/shop', 'has an empty host in its list of hosts'],
  ])('error: rejects %s', (text, problem) => {
    expect(parse(text)).toEqual({ problem })
  })
})

describe('wallet', () => {
  const checksummed = '0x5aAeb6053F3E94C9b9A09f33669435E7Ef1BeAed'

  test('default', () => {
    expect(wallet(checksummed)).toEqual({ value: checksummed.toLowerCase() })
    expect(wallet(checksummed.toLowerCase())).toEqual({ value: checksummed.toLowerCase() })
  })

  test.each(['', '0x', checksummed.slice(2), `${checksummed}0`, checksummed.replace('5aA', '5AA')])(
    'error: rejects %o',
    (text) => {
      expect(wallet(text)).toEqual({
        problem: 'must be a wallet address (0x and 40 hex digits, with a valid checksum)',
      })
    },
  )

  test('error: rejects the zero address', () => {
    expect(wallet(`0x${'0'.repeat(40)}`)).toEqual({ problem: 'must not be the zero address' })
  })
})

describe('listOf', () => {
  const parse = listOf(integer(1, 9))

  test('default', () => {
    expect(parse('3,1,2')).toEqual({ value: [3, 1, 2] })
  })

  test('behavior: ignores spaces and empty entries', () => {
    expect(parse(' 1 , ,2,')).toEqual({ value: [1, 2] })
    expect(parse('')).toEqual({ value: [] })
  })

  test('error: rejects a list with one invalid entry', () => {
    expect(parse('1,x,2')).toEqual({ problem: 'each entry must be a whole number from 1 to 9' })
  })
})

describe('rates', () => {
  const problem = 'must look like EUR=1.08,ETH=3000, each once, with at most six decimals'

  test('default', () => {
    expect(rates('EUR=1.08,ETH=3000')).toEqual({
      value: { EUR: 1_080_000n, ETH: 3_000_000_000n },
    })
  })

  test('behavior: ignores spaces around an entry', () => {
    expect(rates(' EUR=1 , DOGE=0.000001')).toEqual({ value: { EUR: 1_000_000n, DOGE: 1n } })
  })

  test.each([
    '',
    'EUR',
    'EUR=',
    '=1',
    'eur=1',
    'EU=1',
    'EUREUR=1',
    'EUR=0',
    'EUR=-1',
    'EUR=1.0000001',
    'EUR=1e3',
    'EUR=1,5',
    'EUR=1,',
    'EUR = 1',
    'EUR=1=2',
    '__proto__=1',
  ])('error: rejects %o', (text) => {
    expect(rates(text)).toEqual({ problem })
  })
})

function findValue<Value>(parsed: ParseResult<Value>): Value | null {
  return 'value' in parsed ? parsed.value : null
}
