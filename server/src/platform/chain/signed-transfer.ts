import type { Address } from '../../lib/hex.js'
import type { BaseUnits } from '../../lib/money.js'
import type { Chain, Hex } from './chain.js'
import { limitFees } from './outgoing/fees.js'
import type { Token } from './tokens.js'

/** A transfer of tokens that its payer signed (EIP-3009). */
type SignedTransfer = {
  from: Address
  to: Address
  value: bigint
  validAfter: bigint
  validBefore: bigint
  nonce: Hex
}

const uint = (name: string) => ({ name, type: 'uint256' })
const fields = [
  { name: 'from', type: 'address' },
  { name: 'to', type: 'address' },
  uint('value'),
  uint('validAfter'),
  uint('validBefore'),
  { name: 'nonce', type: 'bytes32' },
]

/** Returns the hash that the payer signs (EIP-712). Only the recipient can execute the transfer. */
export async function hashSignedTransfer(input: {
  primaryType: 'ReceiveWithAuthorization' | 'TransferWithAuthorization'
  chainId: number
  token: Token
  message: SignedTransfer
}): Promise<Hex> {
  const { hashTypedData } = await import('viem')
  const { primaryType, chainId, token, message } = input
  return hashTypedData({
    domain: { ...token.domain, chainId, verifyingContract: token.address },
    types: { [primaryType]: fields },
    primaryType,
    message: { ...message },
  })
}

/** Identifies a signed transfer (EIP-3009). The token executes it once. */
export type SignedTransferKey = { asset: Address; payer: Address; nonce: Hex }

/** The price of submitting a signed transfer. */
export type Cost = {
  /** The limit to submit it with. */
  gas: bigint
  /** Whether code of the payer runs. */
  hasCode: boolean
}

/** Why a token does not execute a signed transfer. */
export type Refusal = 'used' | 'insufficient_balance' | 'rejected'

export type Simulation =
  | { kind: 'accepted'; cost: Cost }
  | { kind: 'refused'; refusal: Refusal }
  /** The relayer sends nothing at the current fees. */
  | { kind: 'too_expensive' }

/**
 * Simulates a signed transfer on the latest block, as the relayer would send it now.
 *
 * @throws when the chain does not respond.
 */
export async function simulateSignedTransfer(
  chain: Chain,
  input: {
    transfer: SignedTransferKey & { units: BaseUnits }
    /** The call that submits it, by the relayer. */
    call: { from: Address; to: Address; data: Hex }
    /** The gas limit if the payer's key signed, or if code of the payer runs. */
    gasLimits: { key: bigint; contract: bigint }
    /** In wei. */
    maxFeePerGas: bigint
  },
): Promise<Simulation> {
  const { transfer, call, gasLimits, maxFeePerGas } = input
  const [payerCode, suggested] = await Promise.all([
    chain.findCode(transfer.payer),
    chain.suggestFees(),
  ])
  const fees = limitFees(suggested, maxFeePerGas)
  if (!fees) return { kind: 'too_expensive' }
  const hasCode = payerCode !== null
  const gas = hasCode ? gasLimits.contract : gasLimits.key
  const result = await chain.simulate({ ...call, value: 0n, gas, ...fees })
  return result.kind === 'succeeds'
    ? { kind: 'accepted', cost: { gas, hasCode } }
    : { kind: 'refused', refusal: await explainRefusal(chain, transfer) }
}

/** Finds why a signed transfer fails by the token's state: revert messages differ by token. */
export async function explainRefusal(
  chain: Chain,
  transfer: SignedTransferKey & { units: BaseUnits },
): Promise<Refusal> {
  const [isUsed, [balance]] = await Promise.all([
    isSignedTransferUsed(chain, transfer),
    chain.getTokenBalances(transfer.payer, [transfer.asset]),
  ])
  if (isUsed) return 'used'
  const isShort = balance !== null && balance !== undefined && balance < transfer.units
  return isShort ? 'insufficient_balance' : 'rejected'
}

/** Returns whether the token has executed, or the payer has canceled, a signed transfer. */
export async function isSignedTransferUsed(
  chain: Chain,
  { asset, payer, nonce, blockNumber }: SignedTransferKey & { blockNumber?: bigint },
): Promise<boolean> {
  const { parseAbi } = await import('viem')
  return chain.readContract({
    address: asset,
    abi: parseAbi([
      'function authorizationState(address authorizer, bytes32 nonce) view returns (bool)',
    ]),
    functionName: 'authorizationState',
    args: [payer, nonce],
    ...(blockNumber !== undefined && { blockNumber }),
  })
}
