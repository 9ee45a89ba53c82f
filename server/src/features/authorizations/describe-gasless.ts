import { checksumAddress } from '../../lib/hex.js'
import { dustMicros, type Micros, micros } from '../../lib/money.js'
import { paymentGateway } from '../../platform/chain/contracts.js'
import type { Deposit } from '../../platform/chain/deposit-address.js'
import { keyOf } from '../../platform/chain/outgoing/relayer-keys.js'
import { findToken } from '../../platform/chain/tokens.js'
import type { Config } from '../../platform/config/config.js'
import type { Context } from '../../platform/context.js'
import type { PaymentOption } from '../payments/quote/quote.js'
import { signedSymbols } from './authorization.js'
import type { GaslessPayment } from './schemas.js'

type Terms = {
  deposit: Deposit
  due: Micros
  isExpired: boolean
  /** Whether the relayer lacked gas when it last tried to send. */
  lacksGas: boolean
  options: readonly Pick<PaymentOption, 'symbol'>[]
}

/**
 * Returns the values that a wallet signs for a gasless payment. Returns null when the relayer
 * cannot submit one, or the amount due is not worth the gas.
 */
export function describeGasless(
  { config, chain }: Pick<Context, 'config' | 'chain'>,
  { deposit, due, isExpired, lacksGas, options }: Terms,
): GaslessPayment | null {
  const hasRelayer = chain !== null && keyOf(config, 'payments') !== null
  if (!hasRelayer || lacksGas || isExpired || due < gaslessMinimum(config)) return null

  const tokens = signedSymbols.flatMap((symbol) => {
    const isOffered = options.some((option) => option.symbol === symbol)
    const domain = isOffered ? findToken(deposit.chainId, symbol)?.domain : null
    return domain ? { symbol, ...domain } : []
  })
  if (tokens.length === 0) return null
  return {
    gateway: checksumAddress(paymentGateway.address),
    receiptKey: deposit.receiptKey,
    payoutAddress: checksumAddress(deposit.payoutAddress),
    tokens,
  }
}

/** Returns the smallest signed payment that the relayer submits. Sandbox gas costs nothing. */
export function gaslessMinimum(config: Pick<Config, 'mode' | 'settleMinUsd'>): Micros {
  const { mode, settleMinUsd } = config
  const minimum = micros(BigInt(settleMinUsd) * 1_000_000n)
  return mode === 'live' && minimum > dustMicros ? minimum : dustMicros
}
