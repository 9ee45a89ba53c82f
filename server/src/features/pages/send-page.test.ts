import { createHash } from 'node:crypto'
import { describe, expect, test } from 'vitest'
import { createPagePolicy } from './send-page.js'

const config = { baseUrl: 'https://tally.test', payUrl: 'https://pay.test' }

const policyOf = createPagePolicy(config)

function directives(frame: string | null) {
  const policy = policyOf({ styles: ['a{}', 'b{}'], frame })['content-security-policy'] ?? ''
  return Object.fromEntries(policy.split('; ').map((directive) => directive.split(/ (.*)/)))
}

describe('createPagePolicy', () => {
  test('default', () => {
    const hash = (text: string) => `'sha256-${createHash('sha256').update(text).digest('base64')}'`
    expect(directives('/portal/r-1/success-frame')).toEqual({
      'default-src': "'none'",
      'script-src': "'self'",
      'style-src': `${hash('a{}')} ${hash('b{}')}`,
      'img-src': "'self' data:",
      'font-src': "'self'",
      'connect-src': "'self'",
      'manifest-src': "'self'",
      'frame-src':
        'https://tally.test/portal/r-1/success-frame https://pay.test/portal/r-1/success-frame',
      'base-uri': "'none'",
      'form-action': "'none'",
      'frame-ancestors': "'none'",
    })
  })

  test('behavior: a page may frame our own pages, but no other site', () => {
    const headers = policyOf({ styles: [], frame: null, framesOurPages: true })
    expect(headers['content-security-policy']).toContain("; frame-src 'self';")
  })

  test('behavior: a page may frame files that its script has read', () => {
    const headers = policyOf({ styles: [], frame: null, framesOurPages: true, framesFiles: true })
    expect(headers['content-security-policy']).toContain(
      "; frame-src 'self' blob:; object-src blob:;",
    )
  })

  test('behavior: allows no frame when none is given', () => {
    expect(directives(null)).not.toHaveProperty('frame-src')
    expect(directives(null)).not.toHaveProperty('object-src')
  })
})
