import type { PortalReceipt } from '@tallystick/sdk'
import { getAddress, keccak256, toHex } from 'viem/utils'
import type { PaymentOption } from '../api/payment-option.js'
import { describeAuthorization } from './describe-authorization.js'
import { encodeWords } from './encode-words.js'
import { isAddress, isHash } from './hex.js'
import { isPayable } from './is-payable.js'
import type { PayOutcome, PayStep } from './pay-outcome.js'
import { prepareWallet } from './prepare-wallet.js'
import { readPaymentRefusal } from './read-refusal.js'
import { readSignature } from './read-signature.js'
import type { Wallet } from './wallet.js'

/** A signed payment as the service accepts it. Times are Unix seconds. */
export type AuthorizationBody = {
  token: string
  payer: string
  amountUnits: string
  validAfter: number
  validBefore: number
  salt: string
  signature: string
}

type SignInput = {
  receipt: PortalReceipt
  option: PaymentOption
  /** Unix ms by the service's clock, because the chain does not follow the browser's clock. */
  now: number
  /** Returns 32 random bytes. */
  random?: () => Uint8Array
  onStep?: (step: PayStep) => void
  shouldContinue?: () => boolean
}

export type SignOutcome =
  | { kind: 'signed'; body: AuthorizationBody }
  /** This receipt cannot be paid by signature in this token. */
  | { kind: 'not_signable' }
  /** The wallet's response is not a signature. */
  | { kind: 'not_signed' }
  | Exclude<PayOutcome, { kind: 'sent' }>

type Terms = { name: string; version: string; gateway: string; key: string; payout: string }

const validSeconds = 3_600

/**
 * Lets a buyer pay with a signature (EIP-3009) instead of a transaction, so that the service pays
 * the network fee. The nonce binds the signature to this receipt and its payout address. Never
 * throws.
 */
export async function signAuthorization(wallet: Wallet, input: SignInput): Promise<SignOutcome> {
  const { receipt, option, onStep = () => {}, shouldContinue = () => true } = input
  const { provider } = wallet
  const { payment } = receipt
  const terms = findTerms(payment, option)
  if (!terms || !option.token) return { kind: 'not_signable' }

  const ready = await prepareWallet(wallet, {
    payment,
    option,
    paysGas: false,
    onStep,
    shouldContinue,
  })
  if (ready.kind !== 'connected') return ready
  const { from } = ready

  const { name, version, gateway } = terms
  const { chainId } = payment
  const payer = getAddress(from)
  const salt = toHex((input.random ?? randomBytes)())
  const times = { validAfter: 0, validBefore: Math.floor(input.now / 1000) + validSeconds }
  const nonce = keccak256(`0x${encodeWords([terms.key, terms.payout, salt])}`)
  const typedData = describeAuthorization({
    domain: { name, version, chainId, verifyingContract: option.token },
    message: { from: payer, to: gateway, value: option.amountUnits, ...times, nonce },
  })
  try {
    const params = [from, typedData]
    const response = await provider.request({ method: 'eth_signTypedData_v4', params })
    const signature = readSignature(response)
    if (signature) {
      const { symbol: token, amountUnits } = option
      return { kind: 'signed', body: { token, payer, amountUnits, ...times, salt, signature } }
    }
    return { kind: 'not_signed' }
  } catch (error) {
    return readPaymentRefusal(error)
  }
}

/**
 * Returns the values that token and gateway require, or null unless all of them are present and
 * valid.
 */
function findTerms(payment: PortalReceipt['payment'], option: PaymentOption): Terms | null {
  const { gasless } = payment
  const token = gasless?.tokens.find(({ symbol }) => symbol === option.symbol)
  if (!gasless || !token || !isPayable({ payment, option })) return null

  const { gateway, receiptKey: key, payoutAddress: payout } = gasless
  if (!isAddress(gateway) || !isAddress(payout) || !isHash(key)) return null
  return { name: token.name, version: token.version, gateway, key, payout }
}

function randomBytes(): Uint8Array {
  return crypto.getRandomValues(new Uint8Array(32))
}
