import { sandboxPlatformWallet, sandboxRelayerKey } from './sandbox-secrets.js'
import type { Settings } from './settings.js'

/** Base and Base Sepolia, whose fees the default of `MAX_FEE_GWEI` suits. */
const baseChains: readonly number[] = [8_453, 84_532]

/** Secrets that must be strong in live mode: environment variable and field. */
const secrets = [
  ['MASTER_KEY', 'masterKey'],
  ['JWT_SECRET', 'jwtSecret'],
  ['JWT_PREVIOUS_SECRET', 'jwtPreviousSecret'],
  ['CRON_SECRET', 'cronSecret'],
  ['EDGE_SECRET', 'edgeSecret'],
  ['ALERT_WEBHOOK_SECRET', 'alertWebhookSecret'],
] as const

/** A server that leaks a relayer key must not leak the key of cancellations with it. */
const cancelKeys = [
  ['CANCEL_PRIVATE_KEY', 'cancelPrivateKey'],
  ['CANCEL_PREVIOUS_PRIVATE_KEY', 'cancelPreviousPrivateKey'],
] as const

const relayerKeys = [
  ['RELAYER_PRIVATE_KEY', 'relayerPrivateKey'],
  ['RELAYER_PAYMENTS_PRIVATE_KEY', 'relayerPaymentsPrivateKey'],
  ['RELAYER_SETTLEMENT_PRIVATE_KEY', 'relayerSettlementPrivateKey'],
  ['RELAYER_CHARGES_PRIVATE_KEY', 'relayerChargesPrivateKey'],
  ['CHARGER_PRIVATE_KEY', 'chargerPrivateKey'],
  ['RELAYER_DEPLOYMENTS_PRIVATE_KEY', 'relayerDeploymentsPrivateKey'],
] as const

/** Lists everything that makes these settings unfit for real money, for an operator to fix. */
export function liveProblems(settings: Settings): string[] {
  return [
    ...listMissing(settings),
    ...withoutKey(settings),
    ...weak(settings),
    ...equal(settings),
    ...wellKnown(settings),
  ]
}

function listMissing(settings: Settings): string[] {
  const problems: string[] = []
  const require = (present: unknown, name: string) => {
    if (present === undefined) problems.push(`${name}: is required in live mode`)
  }

  if (settings.role === 'sandbox') problems.push('ROLE: must not be sandbox in live mode')
  require(settings.databaseUrl, 'DATABASE_URL')
  require(settings.chainRpcUrl?.[0], 'CHAIN_RPC_URL')
  require(settings.platformWallet, 'PLATFORM_WALLET')
  require(settings.masterKey, 'MASTER_KEY')
  require(settings.jwtSecret, 'JWT_SECRET')
  require(settings.cronSecret, 'CRON_SECRET')
  require(settings.cancelPrivateKey, 'CANCEL_PRIVATE_KEY')
  require(settings.baseUrl, 'BASE_URL')
  const { chainId, maxFeePerGas } = settings
  if (chainId !== undefined && !baseChains.includes(chainId) && maxFeePerGas === undefined) {
    problems.push(`MAX_FEE_GWEI: is required in live mode on chain ${chainId}`)
  }

  if (settings.trustedProxies === undefined) {
    problems.push(
      'TRUSTED_PROXIES: is required in live mode, because limits count by address; set the addresses of your proxies, such as 127.0.0.1, or none',
    )
  }
  for (const range of settings.trustedProxies ?? []) {
    if (!range.endsWith('/0')) continue
    problems.push(
      `TRUSTED_PROXIES: must not contain ${range}, which lets every visitor claim any address; list only your proxies`,
    )
  }

  for (const [name, url] of [
    ['BASE_URL', settings.baseUrl],
    ['PAY_URL', settings.payUrl],
  ]) {
    if (url?.startsWith('http:')) problems.push(`${name}: must be https in live mode`)
  }
  return problems
}

/** Transactions of a group without a key would wait forever. */
function withoutKey(settings: Settings): string[] {
  // The key of charges has two names.
  const ofGroups = relayerKeys.slice(1).filter(([, field]) => field !== 'chargerPrivateKey')
  const relayerChargesPrivateKey = settings.relayerChargesPrivateKey ?? settings.chargerPrivateKey
  const allSettings = { ...settings, relayerChargesPrivateKey }
  const unset = ofGroups.filter(([, field]) => allSettings[field] === undefined)
  const isPartial = unset.length > 0 && unset.length < ofGroups.length
  if (settings.relayerPrivateKey !== undefined || !isPartial) return []
  const names = unset.map(([name]) => name).join(', ')
  return [`RELAYER_PRIVATE_KEY: is required unless every group has a key; missing: ${names}`]
}

function weak(settings: Settings): string[] {
  return secrets.flatMap(([name, field]) => {
    const value = settings[field]
    const weakness = value === undefined ? null : weaknessOf(value)
    return weakness ? [`${name}: ${weakness}; generate one with: openssl rand -hex 32`] : []
  })
}

/** Anyone can empty a wallet whose key is public. */
function wellKnown(settings: Settings): string[] {
  const keys = relayerKeys
    .filter(([, field]) => settings[field]?.toLowerCase() === sandboxRelayerKey)
    .map(([name]) => `${name}: is the sandbox's public key; generate your own`)
  if (settings.platformWallet !== sandboxPlatformWallet) return keys
  return [...keys, "PLATFORM_WALLET: is the sandbox's, whose key is public; use your own wallet"]
}

/** One leaked secret must not compromise another use. */
function equal(settings: Settings): string[] {
  const holders = [...secrets, ...cancelKeys, ...relayerKeys]
  const problems: string[] = []

  holders.forEach(([name, field], index) => {
    for (const [otherName, otherField] of holders.slice(index + 1)) {
      // One relayer key may serve several purposes.
      if (isRelayerKey(field) && isRelayerKey(otherField)) continue
      if (settings[field] !== undefined && settings[field] === settings[otherField]) {
        problems.push(`${otherName}: must differ from ${name}`)
      }
    }
  })
  return problems
}

function isRelayerKey(field: keyof Settings): boolean {
  return relayerKeys.some(([, one]) => one === field)
}

/** Detects secrets typed by hand. It cannot prove that a secret is random. */
function weaknessOf(value: string): string | null {
  if (value.length < 32) return 'has fewer than 32 characters'
  if (new Set(value).size < 10) return 'has too few different characters'
  if (/change|secret|password|example|tallystick/i.test(value)) return 'contains a guessable word'

  const neighbors = [...value].filter((character, index) => {
    const step = character.charCodeAt(0) - value.charCodeAt(index - 1)
    return Math.abs(step) <= 1
  })
  return neighbors.length > value.length / 2 ? 'is a sequence of neighboring characters' : null
}
