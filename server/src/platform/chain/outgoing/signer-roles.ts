/** The purpose of transactions that only fill a nonce gap. */
export const fillPurpose = 'nonce.fill'

/** Groups of transactions that share a signer and a priority, most urgent first. */
export const signerRoles = [
  'payments',
  'settlement',
  'cancellations',
  'charges',
  'deployments',
] as const
export type SignerRole = (typeof signerRoles)[number]

/** The signer role of each purpose of transactions. */
const roleByPurpose = {
  // Later nonces wait for it.
  [fillPurpose]: 'payments',
  'payment.authorized': 'payments',
  // A signed payment for a request.
  'x402.settle': 'payments',
  // The same for contract wallets, whose code may revert.
  'payment.authorized_contract': 'payments',
  'x402.settle_contract': 'payments',
  'deposit.flush': 'settlement',
  // Native token to a split.
  'deposit.flush_coin': 'settlement',
  // Native token to a wallet that is not a split.
  'deposit.flush_wallet': 'settlement',
  'split.distribute': 'settlement',
  // Native token to recipients, which may run code.
  'split.distribute_coin': 'settlement',
  'subscription.cancel': 'cancellations',
  // Cancels subscriptions that were never charged, because creating them is free.
  'subscription.cancel_unused': 'cancellations',
  'subscription.charge': 'charges',
  // The signed payout of a merchant's plans.
  'subscription.payout': 'charges',
  'split.create': 'deployments',
} as const satisfies Record<string, SignerRole>
export type Purpose = keyof typeof roleByPurpose

export function roleOf(purpose: Purpose): SignerRole {
  return roleByPurpose[purpose]
}

/** Returns the priority of a role, lowest first. */
export function priorityOf(role: SignerRole): number {
  return signerRoles.indexOf(role)
}
