import type { PaymentOption } from '../api/payment-option.js'
import { type ConnectInput, type Connection, connectWallet } from './connect-wallet.js'
import { findShortfall } from './find-shortfall.js'
import { isOnChain } from './is-on-chain.js'
import type { PayOutcome } from './pay-outcome.js'
import type { Wallet } from './wallet.js'

/** Gets a wallet to where the buyer has only to say yes: connected, on the right chain, and with enough in it. */
export async function prepareWallet(
  wallet: Wallet,
  input: ConnectInput & { option: PaymentOption; paysGas: boolean },
): Promise<Connection | Extract<PayOutcome, { kind: 'short' }>> {
  const { provider } = wallet
  const connection = await connectWallet(wallet, input)
  if (connection.kind !== 'connected') return connection

  input.onStep('checking')
  const shortfall = await findShortfall(provider, { ...input, from: connection.from })
  if (shortfall) return shortfall
  // The buyer may have gone elsewhere meanwhile, and the same address on another chain is nobody's.
  if (!(await isOnChain(provider, input.payment))) return { kind: 'wrong_network' }

  if (input.isWanted?.() === false) return { kind: 'called_off' }
  input.onStep('confirming')
  return connection
}
