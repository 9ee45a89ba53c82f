import type { Config } from '../../config/config.js'
import type { Hex } from '../chain.js'
import { type Lane, lanes, priorityOf } from './lanes.js'

type Keys = Pick<
  Config,
  | 'relayerPrivateKey'
  | 'relayerPaymentsPrivateKey'
  | 'relayerSettlementPrivateKey'
  | 'relayerChargesPrivateKey'
  | 'relayerDeploymentsPrivateKey'
>

/** Returns the private key that signs transactions of a lane, or null when none is configured. */
export function keyOf(config: Keys, lane: Lane): Hex | null {
  const own = {
    payments: config.relayerPaymentsPrivateKey,
    settlement: config.relayerSettlementPrivateKey,
    charges: config.relayerChargesPrivateKey,
    deployments: config.relayerDeploymentsPrivateKey,
  }[lane]
  return ((own ?? config.relayerPrivateKey) as Hex | undefined) ?? null
}

/** Lists the configured keys with the lanes that each one signs. */
export function listKeys(config: Keys): { privateKey: Hex; lanes: Lane[] }[] {
  const byKey = new Map<Hex, Lane[]>()
  for (const lane of lanes) {
    const key = keyOf(config, lane)?.toLowerCase() as Hex | undefined
    if (key) byKey.set(key, [...(byKey.get(key) ?? []), lane])
  }
  return [...byKey].map(([privateKey, some]) => ({ privateKey, lanes: some }))
}

/** Lists the priorities of the transactions that share their key, and so their funds, with signed payments. */
export function listPaymentPriorities(config: Keys): number[] {
  const key = listKeys(config).find((one) => one.lanes.includes('payments'))
  return (key?.lanes ?? []).map(priorityOf)
}
