import { create2Address, keccak } from '../../lib/create2.js'
import type { Address, Hash } from '../../lib/hex.js'
import { parseHash } from '../../lib/hex.js'
import type { Hex } from './chain.js'
import { cloneInitCode } from './clone-code.js'
import { depositImplementation, paymentGateway } from './contracts.js'

/** Where a receipt can be paid by a plain transfer, and the key that the gateway's events name it by. */
export type Deposit = {
  chainId: number
  address: Address
  receiptKey: Hash
  payoutAddress: Address
}

/**
 * The deposit address of a receipt: it needs no chain to be known, and what arrives there can only go to the payout
 * address.
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

/** keccak256(abi.encode(chainId, merchant, receiptId)): ids are unique per merchant only. */
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
  if (!key) throw new Error('a hash has always 32 bytes')
  return key
}
