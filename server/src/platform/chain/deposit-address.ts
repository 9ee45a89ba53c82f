import { create2Address, keccak } from '../../lib/create2.js'
import type { Address, Hash } from '../../lib/hex.js'
import { parseHash } from '../../lib/hex.js'
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
type Keyed = {
  /** The installation that created the receipt. Null for receipts from before installations had ids. */
  installationId: string | null
  merchant: Address
  id: string
}

/**
 * Computes the deposit address of a receipt, without the chain. Money sent there can only go to the
 * payout address.
 */
export function depositOf(
  { chainId }: { chainId: number },
  receipt: Keyed & { payoutAddress: Address },
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
export function receiptKeyOf({ chainId, ...receipt }: Keyed & { chainId: number }): Hash {
  const merchant = word(receipt.merchant.slice(2))
  const id = encodeText(receipt.id)
  if (receipt.installationId === null) return hash(number(chainId) + merchant + number(0x60) + id)

  const installation = encodeText(receipt.installationId)
  const idAt = 0x80 + installation.length / 2
  return hash(number(chainId) + number(0x80) + merchant + number(idAt) + installation + id)
}

/** Encodes a text as its length and its bytes, padded to whole words. */
function encodeText(text: string): string {
  const bytes = Buffer.from(text, 'utf8')
  const padded = bytes.toString('hex').padEnd(Math.ceil(bytes.length / 32) * 64, '0')
  return number(bytes.length) + padded
}

const word = (digits: string) => digits.padStart(64, '0')
const number = (value: number) => word(value.toString(16))

function hash(digits: string): Hash {
  const key = parseHash(keccak(`0x${digits}`))
  if (!key) throw new Error('a hash always has 32 bytes')
  return key
}
