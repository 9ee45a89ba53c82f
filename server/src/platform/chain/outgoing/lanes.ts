/** The purpose of transactions that only fill a nonce gap. */
export const fillPurpose = 'nonce.fill'

/** Groups of transactions that share a signer and a priority, most urgent first. */
export const lanes = ['payments', 'settlement', 'charges', 'deployments'] as const
export type Lane = (typeof lanes)[number]

/** What transactions are for, and their lanes. */
const laneByPurpose = {
  // Later nonces wait for it.
  [fillPurpose]: 'payments',
  'payment.authorized': 'payments',
  'deposit.flush': 'settlement',
  // Native coin to a wallet that is not a split.
  'deposit.flush_wallet': 'settlement',
  'split.distribute': 'settlement',
  // Native coin to recipients, whose code runs.
  'split.distribute_coin': 'settlement',
  'split.create': 'deployments',
} as const satisfies Record<string, Lane>
export type Purpose = keyof typeof laneByPurpose

export function laneOf(purpose: Purpose): Lane {
  return laneByPurpose[purpose]
}

/** Returns the priority of a lane, lowest first. */
export function priorityOf(lane: Lane): number {
  return lanes.indexOf(lane)
}
