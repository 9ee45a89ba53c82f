import { describe, expect, test } from 'vitest'
import { unixMs } from '../../../lib/time.js'
import { findSignatureFlaw, signCallback } from './signature.js'

const now = unixMs(1_767_268_800_000)
const body = '{"a":"ä"}'
const header = signCallback('secret', { body, at: now })
const check = (change: { header?: string; body?: string; now?: number } = {}) =>
  findSignatureFlaw('secret', { header, body, ...change, now: unixMs(change.now ?? now) })

const mismatch = 'The signature does not match the body.'

describe('findSignatureFlaw', () => {
  test('default: accepts the signature of the body', () => {
    expect(header).toMatch(/^t=1767268800,v1=[0-9a-f]{64}$/)
    expect(check()).toBeNull()
  })

  test('behavior: accepts one of several signatures, in any order and with other schemes', () => {
    const [time, signature] = header.split(',')
    expect(check({ header: `v0=ab, v1=${'0'.repeat(64)},${signature}, ${time}` })).toBeNull()
  })

  test.each([-300_000, -1_000, 1_000, 300_000])('behavior: tolerates %i ms', (ms) => {
    expect(check({ now: now + ms })).toBeNull()
  })

  test.each([-301_000, 301_000, 86_400_000])('error: refuses a signature %i ms away', (ms) => {
    expect(check({ now: now + ms })).toBe(
      'The time of the signature is more than five minutes away.',
    )
  })

  test.each([
    ['an altered body', { body: '{"a":"b"}' }],
    ['an altered time', { header: header.replace('t=1767268800', 't=1767268801') }],
    ['another secret', { header: signCallback('other', { body, at: now }) }],
    ['a shorter signature', { header: header.slice(0, -1) }],
    ['an empty signature', { header: 't=1767268800,v1=' }],
    ['no signature', { header: 't=1767268800' }],
    ['too many signatures', { header: header.replace(',', `,${'v1=00,'.repeat(5)}`) }],
  ])('error: refuses %s', (_, change) => {
    expect(check(change)).toBe(mismatch)
  })

  test.each(['', 'x', header.replace('t=', 't=-'), `t=1,${header}`, 't=,v1=ab'])(
    'error: refuses the header %j',
    (value) => {
      expect(check({ header: value })).toBe('The signature has no valid time.')
    },
  )
})
