import { AppError, assertNever, invalidInput } from '../../lib/errors.js'
import type { Address } from '../../lib/hex.js'
import type { Chain } from '../../platform/chain/chain.js'
import { paymentGateway } from '../../platform/chain/contracts.js'
import {
  type Cost,
  type Refusal,
  type Simulation,
  simulateSignedTransfer,
} from '../../platform/chain/signed-transfer.js'
import type { Token } from '../../platform/chain/tokens.js'
import { type Authorization, transferInstead } from './authorization.js'
import type { SignedPayment } from './encode-authorization.js'

/** More than twice the gas of an ECDSA signature. */
export const keyGas = 250_000n
/** Enough for common contract wallets, which run their owner's code at the relayer's expense. */
const contractGas = 480_000n

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
  const { relayer: from, maxFeePerGas, token, authorization, payment } = input
  const { payer, units } = authorization
  const { address: to } = paymentGateway
  const [gatewayCode, simulation] = await Promise.all([
    chain.findCode(to),
    simulateSignedTransfer(chain, {
      transfer: { asset: token.address, payer, nonce: payment.nonce, units },
      call: { from, to, data: payment.data },
      gasLimits: { key: keyGas, contract: contractGas },
      maxFeePerGas,
    }),
  ])
  // A call to an address without code succeeds and does nothing.
  if (!gatewayCode) throw new Error('the payment gateway is not deployed on this chain')
  return simulation
}

/**
 * Returns the cost of a payment that the simulation accepted.
 *
 * @throws {AppError} `invalid_input`, `chain_unavailable`.
 */
export function requireAccepted(simulation: Simulation, { symbol }: Pick<Token, 'symbol'>): Cost {
  switch (simulation.kind) {
    case 'accepted':
      return simulation.cost
    case 'refused':
      throw invalidInput(describeRefusal(simulation.refusal, symbol))
    case 'too_expensive':
      throw new AppError(
        'chain_unavailable',
        `Network fees are too high for gasless payments right now. ${transferInstead}`,
      )
    default:
      return assertNever(simulation)
  }
}

function describeRefusal(refusal: Refusal, symbol: string): string {
  switch (refusal) {
    case 'used':
      return 'This signature was already used. Sign again with a new salt.'
    case 'insufficient_balance':
      return `The wallet does not hold enough ${symbol} for this payment.`
    case 'rejected':
      return `${symbol} rejects this payment: the signature does not match the payer and these values, or the wallet is blocked or needs too much gas to verify it. ${transferInstead}`
    default:
      return assertNever(refusal)
  }
}
