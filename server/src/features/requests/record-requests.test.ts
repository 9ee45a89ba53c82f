import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { sampleBody } from './record-requests.js'

const sample = (body: unknown) => JSON.parse(sampleBody(body) ?? 'null')

describe('sampleBody', () => {
  test('default: shows names, quantities and currencies, and no texts', () => {
    const body = {
      items: [{ sku: 'COFFEE-1', qty: 2 }],
      currency: 'EUR',
      taxRate: 0.2,
      billingEmail: 'ada@example.com',
      billingPhone: 4915112345678,
      metadata: { 'ada@example.com': 1 },
    }
    expect(sample(body)).toEqual({
      items: [{ sku: '[8 characters]', qty: 2 }],
      currency: 'EUR',
      taxRate: 0.2,
      billingEmail: '[15 characters]',
      billingPhone: '[number]',
      metadata: '[object]',
    })
  })

  test('behavior: hides keys and addresses in place of names and words', () => {
    const key = `tly_live_${'a'.repeat(49)}`
    const wallet = `0x${'ab'.repeat(20)}`
    const body = { [key]: 1, 'ada@example.com': 1, [wallet]: 1, status: key, currency: wallet }
    const text = sampleBody(body) ?? ''
    for (const secret of [key, 'ada', wallet]) expect(text).not.toContain(secret)
    expect(sampleBody({ status: 'ada@example.com', period: 'x'.repeat(25) })).not.toContain('ada')
  })

  test('behavior: bounds depth, fields, items and length', () => {
    const wide = Object.fromEntries(Array.from({ length: 100 }, (_, n) => [`field${n}`, n]))
    expect(Object.keys(sample(wide))).toHaveLength(41)
    expect(sample({ items: Array(1_000).fill(1) }).items).toHaveLength(6)
    expect(sample({ a: { b: { c: { d: { e: 1 } } } } })).toEqual({
      a: { b: { c: { d: '[object]' } } },
    })
    const large = {
      items: Array(5).fill(
        Object.fromEntries(
          Array.from({ length: 40 }, (_, n) => [`aRatherLongNameOfAField${n}`, 'x']),
        ),
      ),
    }
    expect(sampleBody(large)?.length).toBeLessThan(1_001)
  })

  test.each([undefined, null, 'text', 5])('behavior: has no sample of %j', (body) => {
    expect(sampleBody(body)).toBeNull()
  })

  test('property: keeps no secret, wherever it is', () => {
    const secret = 'S3cr3t-0x'
    const values = fc.letrec((tie) => ({
      value: fc.oneof(
        { maxDepth: 5 },
        fc.constant(secret),
        fc.string().map((text) => `${text}${secret}`),
        fc.integer(),
        fc.array(tie('value')),
        fc.dictionary(
          fc.oneof(fc.constant('status'), fc.constant(`${secret}@`), fc.string()),
          tie('value'),
        ),
      ),
    })).value
    fc.assert(
      fc.property(values, (body) => {
        expect(sampleBody(body) ?? '').not.toContain(secret)
      }),
      { numRuns: 50 },
    )
  })
})
