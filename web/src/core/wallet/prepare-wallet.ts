import type { PaymentOption } from '../api/payment-option.js'
import { type ConnectInput, type Connection, connectWallet } from './connect-wallet.js'
import { findShortfall } from './find-shortfall.js'
import { hasGenesis } from './has-genesis.js'
import type { PayOutcome } from './pay-outcome.js'
import { isOnChain } from './switch-chain.js'
import type { Wallet } from './wallet.js'

/**
 * Connects a wallet, switches it to the right chain and checks its balance, so that only the
 * confirmation is left.
 */
export async function prepareWallet(
  wallet: Wallet,
  input: ConnectInput & { option: PaymentOption; paysGas: boolean },
): Promise<Connection | Extract<PayOutcome, { kind: 'insufficient_funds' | 'other_chain' }>> {
  const { provider } = wallet
  const connection = await connectWallet(wallet, input)
  if (connection.kind !== 'connected') return connection

  input.onStep('checking')
  if (!(await hasGenesis(provider, input.payment))) {
    return { kind: 'other_chain', rpcUrl: input.payment.network.rpcUrl }
  }
  const shortfall = await findShortfall(provider, { ...input, from: connection.from })
  if (shortfall) return shortfall
  // The buyer may have switched chains in the meantime. Funds sent to this address on another chain
  // are lost.
  if (!(await isOnChain(provider, input.payment))) return { kind: 'wrong_network' }

  if (input.shouldContinue?.() === false) return { kind: 'no_longer_due' }
  input.onStep('confirming')
  return connection
}
