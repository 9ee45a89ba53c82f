import { describe, expect, test } from 'vitest'
import { pageHeaders, securityHeaders } from './security-headers.js'

const always = {
  'cache-control': 'no-store',
  'x-content-type-options': 'nosniff',
}

describe('securityHeaders', () => {
  test('default', () => {
    expect(securityHeaders('sandbox')).toEqual(always)
  })

  test('behavior: demands https in live mode', () => {
    expect(securityHeaders('live')).toEqual({
      ...always,
      'strict-transport-security': 'max-age=31536000',
    })
  })
})

describe('pageHeaders', () => {
  test('default', () => {
    expect(pageHeaders(["script-src 'self'"])).toMatchObject({
      'content-security-policy':
        "default-src 'none'; script-src 'self'; base-uri 'none'; form-action 'none'; frame-ancestors 'none'",
      'referrer-policy': 'no-referrer',
      'x-frame-options': 'DENY',
    })
  })

  test('behavior: our pages, and sites beside them, may show it in a frame', () => {
    const own = pageHeaders([], { isShownByOurPages: true })
    expect(own['content-security-policy']).toMatch(/frame-ancestors 'self'$/)
    expect(own['x-frame-options']).toBe('SAMEORIGIN')
    const both = pageHeaders([], { isShownByOurPages: true, embedOrigins: ['https://tea.example'] })
    expect(both['content-security-policy']).toMatch(
      /frame-ancestors 'self' https:\/\/tea\.example$/,
    )
    expect(both).not.toHaveProperty('x-frame-options')
  })
})
