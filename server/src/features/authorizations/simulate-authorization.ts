import type { Address } from '../../lib/hex.js'
import type { Chain } from '../../platform/chain/chain.js'
import { paymentGateway } from '../../platform/chain/contracts.js'
import type { Token } from '../../platform/chain/tokens.js'
import type { Authorization } from './authorization.js'
import type { SignedPayment } from './encode-authorization.js'

/**
 * Several times what a key's signature takes, and enough for contract wallets. Theirs is code of a stranger that runs
 * at our expense.
 */
export const mostGas = 600_000n

/** Why not, in words for a buyer. */
export type Simulation = { kind: 'accepted' } | { kind: 'refused'; reason: string }

/**
 * Asks the chain what would become of a signed payment now.
 *
 * @throws when the chain cannot be asked.
 */
export async function simulateAuthorization(
  chain: Chain,
  input: { relayer: Address; token: Token; authorization: Authorization; payment: SignedPayment },
): Promise<Simulation> {
  const { relayer: from, payment } = input
  const { address: to } = paymentGateway
  // A call of what is not there succeeds, and does nothing.
  if (!(await chain.findCode(to))) throw new Error('the gateway is not on this chain')
  const estimate = await chain.estimateGas({ from, to, data: payment.data, value: 0n })
  if (estimate.kind === 'reverts') return explain(chain, input)
  if (estimate.gas <= mostGas) return { kind: 'accepted' }
  return refused('This wallet takes too much gas to check. Send the money yourself instead.')
}

/** By what the token knows: each says no in words of its own. */
async function explain(
  chain: Chain,
  input: { token: Token; authorization: Authorization; payment: SignedPayment },
): Promise<Simulation> {
  const { parseAbi } = await import('viem')
  const { token, authorization, payment } = input
  const { payer, units } = authorization
  const contract = {
    address: token.address,
    abi: parseAbi([
      'function balanceOf(address owner) view returns (uint256)',
      'function authorizationState(address authorizer, bytes32 nonce) view returns (bool)',
    ]),
  }
  const [isUsed, balance] = await Promise.all([
    chain.readContract({
      ...contract,
      functionName: 'authorizationState',
      args: [payer, payment.nonce],
    }),
    chain.readContract({ ...contract, functionName: 'balanceOf', args: [payer] }),
  ])
  const { symbol } = token
  if (isUsed) return refused('This signature has been used already; sign again with a new salt')
  if (balance < units) return refused(`The wallet holds too little ${symbol} for this payment`)
  return refused(
    `${symbol} refuses this payment: the signature is not the payer's for exactly these values, or the wallet is blocked`,
  )
}

function refused(reason: string): Simulation {
  return { kind: 'refused', reason }
}
