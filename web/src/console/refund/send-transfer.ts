import { isAddress, isHash } from '../../core/wallet/hex.js'
import type { PayOutcome, PayStep } from '../../core/wallet/pay-outcome.js'
import { prepareWallet } from '../../core/wallet/prepare-wallet.js'
import { toQuantity } from '../../core/wallet/quantity.js'
import { readPaymentRefusal } from '../../core/wallet/read-refusal.js'
import type { Wallet } from '../../core/wallet/wallet.js'
import type { RefundPlan, Transfer } from './draft.js'

export type SendOutcome =
  | PayOutcome
  /** The plan is not what the person saw. */
  | { kind: 'changed' }
  /** The wallet has another account selected than the one that the person signed in with. */
  | { kind: 'other_account'; from: string }

type SendInput = {
  plan: RefundPlan
  transfer: Transfer
  /** The account to send from, or null for any. */
  account: string | null
  onStep(step: PayStep): void
  /** Called last before the wallet is asked. Returns null, or why the transfer must not be sent. */
  beforeAsking(): Promise<SendOutcome | null>
}

const nativeToken = /^0x0{40}$/

/**
 * Sends one transfer of a plan with a wallet: the right account on the right network, with enough
 * balance and gas. Throws only what `beforeAsking` throws.
 */
export async function sendTransfer(wallet: Wallet, input: SendInput): Promise<SendOutcome> {
  const { plan, transfer, account, onStep, beforeAsking } = input
  if (!isSendable(transfer)) return { kind: 'invalid' }
  const { symbol, decimals, amount, uri, units } = transfer
  const token = nativeToken.test(transfer.token) ? null : transfer.token
  const ready = await prepareWallet(wallet, {
    payment: { chainId: plan.chainId, network: plan.network },
    option: {
      symbol: symbol ?? '',
      token,
      decimals,
      amountUnits: units,
      amount,
      uri,
      expiresAt: null,
    },
    paysGas: true,
    // The plan is checked once more before the wallet is asked.
    onStep: (step) => onStep(step === 'confirming' ? 'checking' : step),
  })
  if (ready.kind !== 'connected') return ready
  const { from } = ready
  if (account !== null && from.toLowerCase() !== account.toLowerCase()) {
    return { kind: 'other_account', from }
  }
  const refusal = await beforeAsking()
  if (refusal) return refusal
  onStep('confirming')
  return askWallet(wallet, [describeTransaction({ from, plan, transfer, token })])
}

async function askWallet(wallet: Wallet, params: readonly object[]): Promise<SendOutcome> {
  try {
    const txHash = await wallet.provider.request({ method: 'eth_sendTransaction', params })
    if (isHash(txHash)) return { kind: 'sent', txHash: txHash.toLowerCase() }
    return { kind: 'unknown', message: null }
  } catch (error) {
    const refusal = readPaymentRefusal(error)
    // A node that does not respond may still have received the transaction.
    return refusal.kind === 'failed' ? { ...refusal, kind: 'unknown' } : refusal
  }
}

function describeTransaction(input: {
  from: string
  plan: RefundPlan
  transfer: Transfer
  token: string | null
}) {
  const { from, plan, transfer, token } = input
  // With the chain id, a wallet that has switched chains in the meantime rejects the transaction.
  const common = { from, chainId: toQuantity(plan.chainId) }
  if (token === null)
    return { ...common, to: transfer.to, value: toQuantity(BigInt(transfer.units)) }
  return { ...common, to: token, data: transfer.calldata }
}

/** Funds that are sent to an invalid address are lost. */
function isSendable({ to, token, units, calldata }: Transfer): boolean {
  return (
    isAddress(to) &&
    (isAddress(token) || nativeToken.test(token)) &&
    /^[1-9]\d{0,77}$/.test(units) &&
    // The call must pay the wallet and the amount that the person has seen.
    (nativeToken.test(token) || calldata.toLowerCase() === encodeTransfer(to, units))
  )
}

function encodeTransfer(to: string, units: string): string {
  const word = (hex: string) => hex.padStart(64, '0')
  return `0xa9059cbb${word(to.slice(2).toLowerCase())}${word(BigInt(units).toString(16))}`
}
