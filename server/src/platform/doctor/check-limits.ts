import { centsToDecimal } from '../../lib/money.js'
import type { Config } from '../config/config.js'
import type { Limit } from '../limits/limit.js'
import { defaultLimitSettings, type LimitSettings, planKeys } from '../limits/limit-settings.js'
import { limits } from '../limits/limits.js'
import { type Finding, good } from './finding.js'
import type { Section } from './section.js'

/** Shows the limits, prices and fee that differ from the defaults, and the operator's own shops. */
export const limitsSection: Section = {
  title: 'Limits',
  check: ({ config }) => [
    ...describeLimits(config.limits.settings),
    describeOwnMerchants(config.ownMerchants),
  ],
}

export function describeLimits(settings: LimitSettings): Finding[] {
  const changes: string[] = []
  const compare = (name: string, value: number, byDefault: number) => {
    if (value !== byDefault) changes.push(`${name} is ${value}. The default is ${byDefault}.`)
  }
  compare('platformFeePct', settings.feeBps / 100, defaultLimitSettings.feeBps / 100)
  for (const plan of planKeys) {
    const [value, byDefault] = [settings.planPrices[plan], defaultLimitSettings.planPrices[plan]]
    compare(`The price of ${plan} in dollars`, centsToDecimal(value), centsToDecimal(byDefault))
  }
  for (const [name, { max }] of Object.entries<Limit>(limits)) {
    const inForce: Limit['max'] = settings.max[name as keyof typeof limits]
    for (const [owner, byDefault] of Object.entries(max)) {
      compare(`${name} (${owner})`, inForce[owner as keyof Limit['max']] ?? byDefault, byDefault)
    }
  }
  return changes.length === 0
    ? [good('Limits, prices and the platform fee have their defaults.')]
    : changes.map(good)
}

export function describeOwnMerchants(ownMerchants: Config['ownMerchants']): Finding {
  if (ownMerchants.size === 0)
    return good('OWN_MERCHANTS is empty: every shop has the limits of its plan.')
  const wallets = [...ownMerchants].join(', ')
  return good(`OWN_MERCHANTS have no limits of plans and stored kilobytes: ${wallets}.`)
}
