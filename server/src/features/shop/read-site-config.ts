import { readFileSync } from 'node:fs'
import { choice } from '../../lib/fields/field-rules.js'
import { isFields } from '../../lib/fields/is-fields.js'
import { readFields } from '../../lib/fields/read-fields.js'
import { platformFeePct } from '../../lib/platform-fee.js'
import type { Config } from '../../platform/config/config.js'
import { ConfigError } from '../../platform/config/config-error.js'
import { mergeConfig } from './merge-config.js'
import { paymentTokens, type SiteConfig } from './schemas.js'
import { siteThemeRules } from './theme-rules.js'

const defaults: SiteConfig = {
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
  // Fixed: the operator's file cannot change it.
  processingFeePct: platformFeePct,
}

/** Only remembers: every shop's look begins with the site's, and a file is not read for each of them. */
const known = new WeakMap<Config, SiteConfig>()

/**
 * The site's configuration: what the operator's file says, and our look where it is silent. A file is read
 * once; what is changed in it counts from the next start.
 *
 * @throws {ConfigError} when the file cannot be used.
 */
export function readSiteConfig(config: Config): SiteConfig {
  const site = known.get(config) ?? readFile(config)
  known.set(config, site)
  return site
}

function readFile({ siteConfigFile, mode }: Config): SiteConfig {
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
