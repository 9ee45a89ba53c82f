import { describe, expect, test } from 'vitest'
import { billingNames, billingRules, checkoutNames, checkoutRules } from './checkout-rules.js'

const live = checkoutRules('live')
const sandbox = checkoutRules('sandbox')

describe('checkoutNames', () => {
  test('behavior: uses no name for two fields, except the email address', () => {
    const names = [...Object.values(checkoutNames), ...Object.values(billingNames)].flat()
    const repeatedNames = names.filter((name, index) => names.indexOf(name) !== index)
    expect(repeatedNames).toEqual(['onrampEmail'])
  })
})

describe('checkoutRules', () => {
  test.each(['redirectUrl', 'returnUrl', 'webhookUrl', 'onSuccess'] as const)(
    'default: accepts an absolute URL as %s',
    (field) => {
      expect(live[field]('https://a.example/x?y=1#z')).toEqual({
        value: 'https://a.example/x?y=1#z',
      })
      expect(live[field]('http://a.example/')).toHaveProperty('problem')
      expect(sandbox[field]('http://a.example/')).toEqual({ value: 'http://a.example/' })
      for (const bad of ['https://a:b@c.example/', `https://a.example/${'x'.repeat(2_048)}`]) {
        expect(live[field](bad)).toHaveProperty('problem')
      }
      for (const bad of [7, {}, []]) expect(live[field](bad)).toHaveProperty('problem')
    },
  )

  test.each(['a.example', '/x', 'javascript:alert(1)', 'ftp://a.example/', 'https:a.example'])(
    'error: refuses %s as a URL',
    (text) => {
      expect(sandbox.redirectUrl(text)).toHaveProperty('problem')
      expect(sandbox.returnUrl(text)).toHaveProperty('problem')
      expect(sandbox.webhookUrl(text)).toHaveProperty('problem')
    },
  )

  test.each(['https://localhost/', 'https://127.0.0.1/', 'https://[::1]/', 'https://0x7f.1/'])(
    'behavior: allows %s as a webhook only in a sandbox',
    (text) => {
      expect(live.webhookUrl(text)).toHaveProperty('problem')
      expect(sandbox.webhookUrl(text)).toHaveProperty('value')
      expect(live.returnUrl(text)).toHaveProperty('value')
    },
  )

  test('error: explains why a webhook URL is refused', () => {
    const https = 'must be an absolute https URL'
    const outside = 'must be a URL on the public internet, on a port that browsers allow'
    expect(live.webhookUrl('http://a.example/')).toEqual({ problem: https })
    expect(live.webhookUrl('https://a.example:22/')).toEqual({ problem: outside })
    expect(live.webhookUrl('https://10.0.0.1/')).toEqual({ problem: outside })
    expect(live.webhookUrl('https://a.example:8443/')).toHaveProperty('value')
  })

  test('behavior: keeps any other text as a script', () => {
    const script = "  window.done = 'yes'\n"
    expect(live.onSuccess(script)).toEqual({ value: script })
    expect(live.onSuccess(' https://a.example ')).toEqual({ value: 'https://a.example/' })
    expect(live.onSuccess('x'.repeat(4_096))).toHaveProperty('value')
    expect(live.onSuccess('x'.repeat(4_097))).toHaveProperty('problem')
  })

  test('behavior: limits a reference to 128 characters', () => {
    expect(live.reference(' shop 7 ')).toEqual({ value: 'shop 7' })
    expect(live.reference('x'.repeat(128))).toHaveProperty('value')
    expect(live.reference('x'.repeat(129))).toHaveProperty('problem')
    expect(live.reference(7)).toHaveProperty('problem')
  })

  test('behavior: limits metadata to an object of 16 KiB', () => {
    const ofBytes = (bytes: number) => ({ a: 'x'.repeat(bytes - '{"a":""}'.length) })
    expect(live.metadata(ofBytes(16_384))).toHaveProperty('value')
    expect(live.metadata(ofBytes(16_385))).toHaveProperty('problem')
    expect(live.metadata({ a: 'é'.repeat(8_192) })).toHaveProperty('problem')
    for (const bad of [[], 'x', 7, true]) expect(live.metadata(bad)).toHaveProperty('problem')
  })
})

describe('billingRules', () => {
  test.each([
    ['de', 'DE'],
    ['Us', 'US'],
  ])('behavior: reads %s as the country %s', (input, value) => {
    expect(billingRules.country(input)).toEqual({ value })
  })

  test.each(['D', 'DEU', 'Germany', 'd1', 'ß', 7, null])(
    'error: refuses %j as a country',
    (input) => {
      expect(billingRules.country(input)).toHaveProperty('problem')
    },
  )

  test.each(['a@b', ' ada@example.com ', 'ä.b+c@exämple.com'])(
    'behavior: accepts %s as an email',
    (text) => {
      expect(billingRules.email(text)).toEqual({ value: text.trim() })
    },
  )

  test.each(['a', '@b', 'a@', 'a b@c', 'a@b@c', `${'x'.repeat(250)}@b.de`, 7])(
    'error: refuses %s as an email',
    (text) => {
      expect(billingRules.email(text)).toHaveProperty('problem')
    },
  )
})
