import { checksumAddress } from '../../lib/hex.js'
import type { Micros } from '../../lib/money.js'
import { paymentGateway } from '../../platform/chain/contracts.js'
import type { Deposit } from '../../platform/chain/deposit-address.js'
import { findToken } from '../../platform/chain/tokens.js'
import type { Context } from '../../platform/context.js'
import { dustMicros } from '../settlement/dust.js'
import type { PaymentOption } from '../settlement/quote/quote.js'
import { signedSymbols } from './authorization.js'
import type { GaslessPayment } from './schemas.js'

type Asked = {
  deposit: Deposit
  due: Micros
  /** Whether the time is over in which the receipt can be paid. */
  isOver: boolean
  /** Whether the relayer had too little money when it was last to send something. */
  lacksGas: boolean
  options: readonly Pick<PaymentOption, 'symbol'>[]
}

/** What a wallet has to sign so that we pay the gas; `null` when nobody would, or for less than it is worth. */
export function describeGasless(
  { config, chain }: Pick<Context, 'config' | 'chain'>,
  { deposit, due, isOver, lacksGas, options }: Asked,
): GaslessPayment | null {
  const hasRelayer = chain !== null && config.relayerPrivateKey !== undefined
  if (!hasRelayer || lacksGas || isOver || due < dustMicros) return null

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
