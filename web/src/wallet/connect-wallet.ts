import type { PortalReceipt } from '@tallystick/sdk'
import { isOnChain } from './is-on-chain.js'
import type { PayStep } from './pay-outcome.js'
import { type Account, requestAccount } from './request-account.js'
import { switchChain } from './switch-chain.js'
import type { Wallet } from './wallet.js'

export type ConnectInput = {
  payment: Pick<PortalReceipt['payment'], 'chainId' | 'network'>
  onStep(step: PayStep): void
  /** Asked before every request that a buyer would see: minutes may pass in between. */
  isWanted?: () => boolean
}

export type Connection = Account | { kind: 'wrong_network' } | { kind: 'called_off' }

/** How often a wallet is asked where it is after it has said that it would go, and how long it has in between. */
const arrivalChecks = 5
const arrivalMs = 200

/** Gets an account of a wallet that is on the chain of the payment. */
export async function connectWallet(
  { provider }: Wallet,
  { payment, onStep, isWanted = () => true }: ConnectInput,
): Promise<Connection> {
  onStep('connecting')
  const account = await requestAccount(provider)
  if (account.kind !== 'connected') return account
  if (await isOnChain(provider, payment)) return account

  if (!isWanted()) return { kind: 'called_off' }
  onStep('switching')
  const kind = await switchChain(provider, payment)
  if (kind === 'rejected' || kind === 'still_asking') return { kind }

  // Some say yes and stay where they are, others arrive a moment later.
  for (let checks = 0; checks < arrivalChecks; checks += 1) {
    if (await isOnChain(provider, payment)) return account
    await new Promise((resolve) => setTimeout(resolve, arrivalMs))
  }
  return { kind: 'wrong_network' }
}
