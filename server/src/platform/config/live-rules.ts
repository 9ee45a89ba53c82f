import { sandboxRelayerKey } from './sandbox-wallets.js'
import type { Settings } from './settings.js'

/** Secrets whose strength live mode insists on, with the name an operator knows them by. */
const secrets = [
  ['MASTER_KEY', 'masterKey'],
  ['JWT_SECRET', 'jwtSecret'],
  ['JWT_PREVIOUS_SECRET', 'jwtPreviousSecret'],
  ['CRON_SECRET', 'cronSecret'],
  ['EDGE_SECRET', 'edgeSecret'],
  ['ALERT_WEBHOOK_SECRET', 'alertWebhookSecret'],
] as const

/** Everything that keeps these settings from handling real money, in words an operator can act on. */
export function liveProblems(settings: Settings): string[] {
  return [...missing(settings), ...weak(settings), ...equal(settings), ...wellKnown(settings)]
}

function missing(settings: Settings): string[] {
  const problems: string[] = []
  const require = (present: unknown, name: string) => {
    if (present === undefined) problems.push(`${name}: is required in live mode`)
  }

  if (settings.role === 'sandbox') problems.push('ROLE: sandbox does not exist in live mode')
  require(settings.databaseUrl, 'DATABASE_URL')
  require(settings.chainRpcUrl?.[0], 'CHAIN_RPC_URL')
  require(settings.platformWallet, 'PLATFORM_WALLET')
  require(settings.masterKey, 'MASTER_KEY')
  require(settings.jwtSecret, 'JWT_SECRET')
  require(settings.cronSecret, 'CRON_SECRET')
  require(settings.baseUrl, 'BASE_URL')

  for (const [name, url] of [
    ['BASE_URL', settings.baseUrl],
    ['PAY_URL', settings.payUrl],
  ]) {
    if (url?.startsWith('http:')) problems.push(`${name}: must be https in live mode`)
  }
  return problems
}

function weak(settings: Settings): string[] {
  return secrets.flatMap(([name, field]) => {
    const value = settings[field]
    const weakness = value === undefined ? null : weaknessOf(value)
    return weakness ? [`${name}: ${weakness}; make one with: openssl rand -hex 32`] : []
  })
}

/** A key that everybody knows would pay for nothing for long. */
function wellKnown({ relayerPrivateKey }: Settings): string[] {
  if (relayerPrivateKey?.toLowerCase() !== sandboxRelayerKey) return []
  return ['RELAYER_PRIVATE_KEY: is the public one of the sandbox; make one that nobody knows']
}

/** One leaked secret must not open a second door. */
function equal(settings: Settings): string[] {
  const holders = [...secrets, ['RELAYER_PRIVATE_KEY', 'relayerPrivateKey'] as const]
  const problems: string[] = []

  holders.forEach(([name, field], index) => {
    for (const [otherName, otherField] of holders.slice(index + 1)) {
      if (settings[field] !== undefined && settings[field] === settings[otherField]) {
        problems.push(`${otherName}: must differ from ${name}`)
      }
    }
  })
  return problems
}

/** Catches what people type by hand. It cannot prove that a secret is random. */
function weaknessOf(value: string): string | null {
  if (value.length < 32) return 'has fewer than 32 characters'
  if (new Set(value).size < 10) return 'repeats too few different characters'
  if (/change|secret|password|example|tallystick/i.test(value)) return 'contains a guessable word'

  const neighbours = [...value].filter((character, index) => {
    const step = character.charCodeAt(0) - value.charCodeAt(index - 1)
    return Math.abs(step) <= 1
  })
  return neighbours.length > value.length / 2 ? 'is a run of neighbouring characters' : null
}
