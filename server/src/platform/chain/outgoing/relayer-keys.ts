import type { Config } from '../../config/config.js'
import type { Hex } from '../chain.js'
import { priorityOf, type SignerRole, signerRoles } from './signer-roles.js'

type Keys = Pick<
  Config,
  | 'relayerPrivateKey'
  | 'relayerPaymentsPrivateKey'
  | 'relayerSettlementPrivateKey'
  | 'relayerChargesPrivateKey'
  | 'chargerPrivateKey'
  | 'relayerDeploymentsPrivateKey'
>

/** Returns the private key that signs transactions of a role, or null when none is configured. */
export function keyOf(config: Keys, role: SignerRole): Hex | null {
  const roleKey = {
    payments: config.relayerPaymentsPrivateKey,
    settlement: config.relayerSettlementPrivateKey,
    cancellations: config.chargerPrivateKey ?? config.relayerChargesPrivateKey,
    charges: config.chargerPrivateKey ?? config.relayerChargesPrivateKey,
    deployments: config.relayerDeploymentsPrivateKey,
  }[role]
  return ((roleKey ?? config.relayerPrivateKey) as Hex | undefined) ?? null
}

/** Lists the configured keys with their roles. */
export function listKeys(config: Keys): { privateKey: Hex; roles: SignerRole[] }[] {
  const byKey = new Map<Hex, SignerRole[]>()
  for (const role of signerRoles) {
    const key = keyOf(config, role)?.toLowerCase() as Hex | undefined
    if (key) byKey.set(key, [...(byKey.get(key) ?? []), role])
  }
  return [...byKey].map(([privateKey, roles]) => ({ privateKey, roles }))
}

/** Lists the priorities of transactions that share a key, and so funds, with signed payments. */
export function listPaymentPriorities(config: Keys): number[] {
  const key = listKeys(config).find(({ roles }) => roles.includes('payments'))
  return (key?.roles ?? []).map(priorityOf)
}
