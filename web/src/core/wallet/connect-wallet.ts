import type { PortalReceipt } from '@tallystick/sdk'
import type { PayStep } from './pay-outcome.js'
import { type Account, requestAccount } from './request-account.js'
import { isOnChain, switchChain } from './switch-chain.js'
import type { Wallet } from './wallet.js'

export type ConnectInput = {
  payment: Pick<PortalReceipt['payment'], 'chainId' | 'network'>
  onStep(step: PayStep): void
  /** Checked before every prompt, because minutes may pass between prompts. */
  shouldContinue?: () => boolean
}

export type Connection = Account | { kind: 'wrong_network' } | { kind: 'no_longer_due' }

/** How often and at which interval to check the chain after a wallet accepted the switch. */
const switchChecks = 5
const switchCheckMs = 200

/** Connects a wallet on the payment's chain and returns its account. */
export async function connectWallet(
  { provider }: Wallet,
  { payment, onStep, shouldContinue = () => true }: ConnectInput,
): Promise<Connection> {
  onStep('connecting')
  const account = await requestAccount(provider)
  if (account.kind !== 'connected') return account
  if (await isOnChain(provider, payment)) return account

  if (!shouldContinue()) return { kind: 'no_longer_due' }
  onStep('switching')
  const kind = await switchChain(provider, payment)
  if (kind === 'rejected' || kind === 'request_pending') return { kind }

  // Some wallets accept and do not switch; others switch a moment later.
  for (let checks = 0; checks < switchChecks; checks += 1) {
    if (await isOnChain(provider, payment)) return account
    await new Promise((resolve) => setTimeout(resolve, switchCheckMs))
  }
  return { kind: 'wrong_network' }
}
