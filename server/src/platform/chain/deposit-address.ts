import { create2Address, keccak } from '../../lib/create2.js'
import { type Address, type Hash, toWord } from '../../lib/hex.js'
import { DAY_MS } from '../../lib/time.js'
import type { Hex } from './chain.js'
import { cloneInitCode } from './clone-code.js'
import { depositImplementation, paymentGateway } from './contracts.js'

/** How long a deposit address is watched. Opening the payment page extends it. */
export const watchedForMs = 90 * DAY_MS

/** The deposit address of a receipt, for plain transfers, and its key in the gateway's events. */
export type Deposit = {
  chainId: number
  address: Address
  receiptKey: Hash
  payoutAddress: Address
}

/** The parts of a receipt's key, besides the chain. */
type ReceiptKeyParts = {
  /** The installation that created the receipt. Null if older than installation ids. */
  installationId: string | null
  merchant: Address
  id: string
}

/** Computes a receipt's deposit address without the chain. Its money can only go to the payout. */
export function depositOf(
  { chainId }: { chainId: number },
  receipt: ReceiptKeyParts & { payoutAddress: Address },
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

/**
 * Returns keccak256(abi.encode(chainId, installationId, merchant, receiptId)). Receipt ids are
 * unique per merchant and installation only. Without an installation, returns
 * keccak256(abi.encode(chainId, merchant, receiptId)).
 */
export function receiptKeyOf({ chainId, ...receipt }: ReceiptKeyParts & { chainId: number }): Hash {
  const { merchant, installationId } = receipt
  const id = encodeText(receipt.id)
  if (installationId === null) {
    return keccak(`0x${[chainId, merchant, 0x60].map(toWord).join('')}${id}`)
  }
  const installation = encodeText(installationId)
  const idAt = 0x80 + installation.length / 2
  return keccak(`0x${[chainId, 0x80, merchant, idAt].map(toWord).join('')}${installation}${id}`)
}

/** Encodes a text as its length and its bytes, padded to whole words. */
function encodeText(text: string): string {
  const bytes = Buffer.from(text, 'utf8')
  const padded = bytes.toString('hex').padEnd(Math.ceil(bytes.length / 32) * 64, '0')
  return toWord(bytes.length) + padded
}
