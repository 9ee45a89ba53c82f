import { readFileSync } from 'node:fs'
import { choice } from '../../lib/fields/field-rules.js'
import { isFields, readFields } from '../../lib/fields/read-fields.js'
import type { Config } from '../../platform/config/config.js'
import { ConfigError } from '../../platform/config/setting.js'
import { platformFeePct } from '../../platform/limits/platform-fee.js'
import { mergeConfig } from './merge-config.js'
import { paymentTokens, type SiteConfig } from './schemas.js'
import { siteThemeRules } from './theme-rules.js'

type SiteFile = Omit<SiteConfig, 'processingFeePct'>

const defaults: SiteFile = {
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
}

/** Caches the file, because every shop's theme starts from it. */
const cache = new WeakMap<Config, SiteFile>()

/**
 * Returns the site's configuration: the operator's file, with our defaults for missing fields, and
 * the platform fee. The file is read once; changes take effect at the next start.
 *
 * @throws {ConfigError} when the file cannot be used.
 */
export function readSiteConfig(config: Config): SiteConfig {
  const site = cache.get(config) ?? readFile(config)
  cache.set(config, site)
  return { ...site, processingFeePct: platformFeePct(config) }
}

function readFile({ siteConfigFile, mode }: Config): SiteFile {
  if (siteConfigFile === undefined) return defaults

  const rules = { theme: siteThemeRules(mode), defaultPaymentToken: choice(paymentTokens) }
  const { accepted, problems } = readFields(rules, parse(siteConfigFile))
  if (problems.length > 0) {
    throw new ConfigError(problems.map((problem) => `SITE_CONFIG_FILE: ${problem}`))
  }
  return mergeConfig(defaults, accepted)
}

function parse(path: string): object {
  let value: unknown
  try {
    value = JSON.parse(readFileSync(path, 'utf8'))
  } catch (error) {
    const reason = error instanceof SyntaxError ? 'is not valid JSON' : 'cannot be read'
    throw new ConfigError([`SITE_CONFIG_FILE: ${path} ${reason}`])
  }
  if (isFields(value)) return value
  throw new ConfigError([`SITE_CONFIG_FILE: ${path} must contain a JSON object`])
}
