import type { Address } from '../../lib/hex.js'
import type { Chain } from '../../platform/chain/chain.js'
import { paymentGateway } from '../../platform/chain/contracts.js'
import { limitFees } from '../../platform/chain/outgoing/fees.js'
import type { Token } from '../../platform/chain/tokens.js'
import { type Authorization, transferInstead } from './authorization.js'
import type { SignedPayment } from './encode-authorization.js'

/** More than twice the gas of an ECDSA signature. */
export const keyGas = 250_000n
/** Enough for common contract wallets, which run their owner's code at the relayer's expense. */
const contractGas = 480_000n

/** The price of submitting a payment. */
export type Cost = {
  /** The limit to submit it with. */
  gas: bigint
  /** Whether code of the payer runs. */
  hasCode: boolean
}

/** `reason` is shown to the buyer. */
export type Simulation =
  | { kind: 'accepted'; cost: Cost }
  | { kind: 'refused'; reason: string }
  /** The relayer sends nothing at the current fees. */
  | { kind: 'too_expensive'; reason: string }

/**
 * Simulates a signed payment on the latest block, as the relayer would send it now.
 *
 * @throws when the chain does not respond, or has no gateway.
 */
export async function simulateAuthorization(
  chain: Chain,
  input: {
    relayer: Address
    /** In wei. */
    maxFeePerGas: bigint
    token: Token
    authorization: Authorization
    payment: SignedPayment
  },
): Promise<Simulation> {
  const { relayer: from, payment } = input
  const { address: to } = paymentGateway
  const [gatewayCode, payerCode, suggested] = await Promise.all([
    chain.findCode(to),
    chain.findCode(input.authorization.payer),
    chain.suggestFees(),
  ])
  // A call to an address without code succeeds and does nothing.
  if (!gatewayCode) throw new Error('the payment gateway is not deployed on this chain')
  const fees = limitFees(suggested, input.maxFeePerGas)
  if (!fees) {
    const reason = `Network fees are too high for gasless payments right now. ${transferInstead}`
    return { kind: 'too_expensive', reason }
  }
  const hasCode = payerCode !== null
  const gas = hasCode ? contractGas : keyGas
  const result = await chain.simulate({ from, to, data: payment.data, value: 0n, gas, ...fees })
  return result.kind === 'succeeds'
    ? { kind: 'accepted', cost: { gas, hasCode } }
    : explain(chain, input)
}

/** Finds the reason from the token's state, because revert messages differ between tokens. */
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
  if (isUsed) return refused('This signature was already used. Sign again with a new salt.')
  if (balance < units) return refused(`The wallet does not hold enough ${symbol} for this payment.`)
  return refused(
    `${symbol} rejects this payment: the signature does not match the payer and these values, or the wallet is blocked or needs too much gas to verify it. ${transferInstead}`,
  )
}

function refused(reason: string): Simulation {
  return { kind: 'refused', reason }
}
