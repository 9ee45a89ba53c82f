import { create2Address, keccak } from '../../lib/create2.js'
import type { Address, Hash } from '../../lib/hex.js'
import { parseHash } from '../../lib/hex.js'
import type { Hex } from './chain.js'
import { cloneInitCode } from './clone-code.js'
import { depositImplementation, paymentGateway } from './contracts.js'

/** The deposit address of a receipt, for plain transfers, and its key in the gateway's events. */
export type Deposit = {
  chainId: number
  address: Address
  receiptKey: Hash
  payoutAddress: Address
}

/**
 * Computes the deposit address of a receipt, without the chain. Money sent there can only go to the payout address.
 */
export function depositOf(
  { chainId }: { chainId: number },
  receipt: { merchant: Address; id: string; payoutAddress: Address },
): Deposit {
  const { payoutAddress } = receipt
  const receiptKey = receiptKeyOf({ chainId, ...receipt })
  const args: Hex = `0x${payoutAddress.slice(2)}${receiptKey.slice(2)}`
  const address = create2Address({
    deployer: paymentGateway.address,
    salt: receiptKey,
    initCode: cloneInitCode({ implementation: depositImplementation, args }),
  })
  return { chainId, address, receiptKey, payoutAddress }
}

/** Returns keccak256(abi.encode(chainId, merchant, receiptId)). Ids are unique per merchant only. */
export function receiptKeyOf(receipt: { chainId: number; merchant: Address; id: string }): Hash {
  const id = Buffer.from(receipt.id, 'utf8')
  const text = id.toString('hex').padEnd(Math.ceil(id.length / 32) * 64, '0')
  const words = [
    receipt.chainId.toString(16),
    receipt.merchant.slice(2),
    '60',
    id.length.toString(16),
  ]
  const key = parseHash(keccak(`0x${words.map((word) => word.padStart(64, '0')).join('')}${text}`))
  if (!key) throw new Error('a hash always has 32 bytes')
  return key
}
