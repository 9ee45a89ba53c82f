import { resolve } from 'node:path'
import { createLimits, type LimitsInForce } from '../limits/limit-settings.js'
import { deriveKey } from '../secrets/derived-key.js'
import {
  type SandboxSecrets,
  sandboxMerchants,
  sandboxPlatformWallet,
  sandboxRelayerKey,
} from './sandbox-secrets.js'
import type { Settings } from './settings.js'

type CompletedSettings = {
  baseUrl: string
  payUrl: string
  chainId: number
  masterKey: string
  cancelPrivateKey: string
  jwtSecret: string
  cronSecret: string
  onrampProvider: OnrampProviderName
  trustedProxies: string[]
  relayerDailyGas: bigint
  /** In wei. */
  maxFeePerGas: bigint
  limitsFile: string | undefined
  /** The limits in force. They change while the service runs. */
  limits: LimitsInForce
  /** The operator's own shops, which have no limits of plans and storage. */
  ownMerchants: ReadonlySet<string>
}

type OnrampProviderName = 'sandbox' | 'stripe' | 'none'

/** The complete configuration of the running service. */
export type Config = Omit<Settings, keyof CompletedSettings | 'limitSettings'> & CompletedSettings

/** Five gwei: many times the usual fees on Base. */
const defaultMaxFee = 5_000_000_000n
const defaultDailyGas = { live: 1_000_000_000, sandbox: 20_000_000_000 }

/**
 * Fills in settings that depend on others. Sandbox mode falls back on generated secrets and public
 * test wallets; in live mode, `liveProblems` has already required them.
 */
export function completeConfig(
  { limitSettings, ...settings }: Settings,
  sandboxSecrets: SandboxSecrets | null,
): Config {
  const baseUrl = settings.baseUrl ?? `http://localhost:${settings.port}`

  return {
    ...settings,
    dataDir: resolve(settings.dataDir),
    mediaDir: settings.mediaDir && resolve(settings.mediaDir),
    baseUrl,
    payUrl: settings.payUrl ?? baseUrl,
    chainId: settings.chainId ?? (settings.mode === 'live' ? 8453 : 84532),
    platformWallet:
      settings.platformWallet ?? (settings.mode === 'sandbox' ? sandboxPlatformWallet : undefined),
    relayerPrivateKey:
      settings.relayerPrivateKey ?? (settings.mode === 'sandbox' ? sandboxRelayerKey : undefined),
    onrampProvider: settings.onrampProvider ?? (settings.mode === 'live' ? 'none' : 'sandbox'),
    trustedProxies: settings.trustedProxies ?? [],
    relayerDailyGas: BigInt(settings.relayerDailyGas ?? defaultDailyGas[settings.mode]),
    maxFeePerGas: settings.maxFeePerGas ?? defaultMaxFee,
    limitsFile: settings.limitsFile && resolve(settings.limitsFile),
    limits: createLimits(limitSettings),
    ownMerchants: new Set([
      ...settings.ownMerchants,
      ...(settings.mode === 'sandbox' ? Object.values(sandboxMerchants) : []),
    ]),
    cancelPrivateKey: settings.cancelPrivateKey ?? deriveCancelKey(settings, sandboxSecrets),
    masterKey: present(settings.masterKey ?? sandboxSecrets?.masterKey),
    jwtSecret: present(settings.jwtSecret ?? sandboxSecrets?.jwtSecret),
    cronSecret: present(settings.cronSecret ?? sandboxSecrets?.cronSecret),
  }
}

/** A sandbox needs no key of its own. It keeps the same one as long as its master key. */
function deriveCancelKey(
  { masterKey }: Pick<Settings, 'masterKey'>,
  sandboxSecrets: SandboxSecrets | null,
): string {
  const key = deriveKey(present(masterKey ?? sandboxSecrets?.masterKey), 'cancel-key')
  return `0x${Buffer.from(key).toString('hex')}`
}

function present(secret: string | undefined): string {
  if (!secret) throw new Error('a secret is missing that the live rules should have required')
  return secret
}
