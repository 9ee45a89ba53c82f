import { mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, describe, expect, test } from 'vitest'
import { testConfig } from '../../../test/test-config.js'
import { ConfigError } from '../../platform/config/setting.js'
import { readSiteConfig } from './read-site-config.js'

const directory = mkdtempSync(join(tmpdir(), 'tallystick-site-'))
afterAll(() => rmSync(directory, { recursive: true }))

const path = join(directory, 'site.json')
const read = (content: unknown) => {
  writeFileSync(path, typeof content === 'string' ? content : JSON.stringify(content))
  return readSiteConfig(testConfig({ SITE_CONFIG_FILE: path }))
}

const ownShop = {
  theme: {
    primaryColor: '#8A4B14',
    secondaryColor: '#1C1B19',
    brandLogoUrl: '',
    brandFaviconUrl: '',
    brandName: 'Tallystick',
    fontFamily: 'system-ui',
    receiptBackgroundUrl: '',
  },
  defaultPaymentToken: 'USDC',
  processingFeePct: 0.5,
}

describe('readSiteConfig', () => {
  test('default', () => {
    expect(readSiteConfig(testConfig())).toEqual(ownShop)
  })

  test('behavior: a file overrides only the fields it contains', () => {
    const site = read({
      theme: { primaryColor: '#0b5', fontFamily: 'inter', coverPhotoUrl: 'https://a.example/' },
      defaultPaymentToken: 'EURC',
      processingFeePct: 0,
      surprise: true,
    })
    expect(site).toEqual({
      ...ownShop,
      theme: { ...ownShop.theme, primaryColor: '#0b5', fontFamily: 'Inter' },
      defaultPaymentToken: 'EURC',
    })
  })

  test('behavior: reads a file once', () => {
    writeFileSync(path, '{"defaultPaymentToken":"ETH"}')
    const config = testConfig({ SITE_CONFIG_FILE: path })
    const site = readSiteConfig(config)
    writeFileSync(path, 'broken')
    expect(readSiteConfig(config)).toEqual(site)
  })

  test.each<[string, unknown]>([
    ['is not valid JSON', '{'],
    ['must contain a JSON object', '[]'],
    ['must contain a JSON object', 'null'],
    ['theme must be an object', { theme: null }],
    ['theme.primaryColor must be a color such as #8A4B14', { theme: { primaryColor: 'red' } }],
    ['theme.fontFamily must be one of', { theme: { fontFamily: 'x' } }],
    ['theme.brandName must be plain text', { theme: { brandName: '<b>' } }],
    ['theme.brandLogoUrl must be', { theme: { brandLogoUrl: 'javascript:1' } }],
    ['defaultPaymentToken must be one of USDC', { defaultPaymentToken: 'DOGE' }],
  ])('error: %s', (problem, content) => {
    expect(problemsOf(() => read(content))).toEqual([expect.stringMatching(/^SITE_CONFIG_FILE: /)])
    expect(problemsOf(() => read(content))[0]).toContain(problem)
  })

  test('error: reports all problems', () => {
    const content = { theme: { primaryColor: 'red', fontFamily: 'x' } }
    expect(problemsOf(() => read(content))).toHaveLength(2)
  })

  test('error: refuses a missing file', () => {
    const config = testConfig({ SITE_CONFIG_FILE: join(directory, 'absent.json') })
    expect(problemsOf(() => readSiteConfig(config))).toEqual([
      `SITE_CONFIG_FILE: ${directory}/absent.json cannot be read`,
    ])
  })
})

function problemsOf(act: () => unknown): readonly string[] {
  try {
    act()
  } catch (error) {
    if (error instanceof ConfigError) return error.problems
    throw error
  }
  return []
}
