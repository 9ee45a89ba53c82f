import { hashText } from '../../../lib/create2.js'
import { type Address, type Hash, parseAddress, parseHash, toWord } from '../../../lib/hex.js'
import { type BaseUnits, baseUnits } from '../../../lib/money.js'
import type { Hex, Log } from '../chain.js'

/** The first topic of each event. */
export const topics = {
  transfer: hashText('Transfer(address,address,uint256)'),
  received: hashText('PaymentReceived(bytes32,address,address,address,uint256)'),
  refused: hashText('FlushFailed(bytes32,address,address)'),
  released: hashText('PaymentReleased(address,address,uint256)'),
  charged: hashText(
    'SubscriptionCharged(bytes32,address,address,address,address,uint256,uint256,uint256,uint256)',
  ),
  claimed: hashText('FeeClaimed(address,address,address,uint256)'),
}

/** The position of a log on chain. */
export type Place = {
  blockNumber: bigint
  blockHash: Hash
  transactionHash: Hash
  logIndex: number
}

/** An ERC-20 transfer. */
export type Transfer = Place & { token: Address; from: Address; to: Address; units: BaseUnits }

/** The gateway moved money to a payout address for a receipt. */
export type Received = Place & {
  receiptKey: Hash
  payoutAddress: Address
  payer: Address
  token: Address
  units: BaseUnits
}

/** The charger moved money of a subscriber to a payout address, and a fee to the platform. */
export type Charged = Place & {
  chargeKey: Hash
  spender: Address
  payer: Address
  token: Address
  payoutAddress: Address
  /** Without the fee. */
  units: BaseUnits
  feeUnits: BaseUnits
  /** The fee that the platform could not receive, which the spender keeps for it. */
  owedUnits: BaseUnits
  /** The platform's share in the payout, a split. */
  splitFeeBps: number
}

/** A spender paid the fees that it had kept. */
export type Claimed = Place & { spender: Address }

/** A payout address did not accept the money of a deposit address. */
export type Refused = Place & { receiptKey: Hash; payoutAddress: Address; token: Address }

/** A split paid a recipient. */
export type Released = Place & {
  split: Address
  token: Address
  account: Address
  units: BaseUnits
}

/** Returns null for other logs, and for a transfer of zero. */
export function decodeTransfer(log: Log): Transfer | null {
  const [topic, from, to] = log.topics
  const units = wordAt(log.data, 0)
  if (topic !== topics.transfer || log.topics.length !== 3 || !units) return null
  const sides = { from: addressIn(from), to: addressIn(to) }
  if (!sides.from || !sides.to) return null
  return { ...placeOf(log), token: log.address, from: sides.from, to: sides.to, units }
}

/** Pass only logs of the gateway: any contract can emit the same event. */
export function decodeReceived(log: Log): Received | null {
  const [topic, key, payout, from] = log.topics
  const receiptKey = key ? parseHash(key) : null
  const payoutAddress = addressIn(payout)
  const payer = addressIn(from)
  const token = addressIn(`0x${log.data.slice(2, 66)}`)
  const units = wordAt(log.data, 1)
  if (topic !== topics.received || !receiptKey || !payoutAddress || !payer) return null
  if (!token || !units) return null
  return { ...placeOf(log), receiptKey, payoutAddress, payer, token, units }
}

/** Pass only logs of the charger. */
export function decodeCharged(log: Log): Charged | null {
  const [topic, key, ofSpender, account] = log.topics
  const chargeKey = key ? parseHash(key) : null
  const payer = addressIn(account)
  const spender = addressIn(ofSpender)
  const token = addressIn(`0x${log.data.slice(2, 66)}`)
  const payoutAddress = addressIn(`0x${log.data.slice(66, 130)}`)
  const units = wordAt(log.data, 2)
  if (topic !== topics.charged || log.data.length !== 386 || !chargeKey || !payer) return null
  if (!spender || !token || !payoutAddress || !units) return null
  const [feeUnits, owedUnits, bps] = [3, 4, 5].map((at) => wordAt(log.data, at) ?? baseUnits(0n))
  if (feeUnits === undefined || owedUnits === undefined || bps === undefined) return null
  const fees = { feeUnits, owedUnits, splitFeeBps: Number(bps) }
  return { ...placeOf(log), chargeKey, spender, payer, token, payoutAddress, units, ...fees }
}

/** Pass only logs of the charger. */
export function decodeClaimed(log: Log): Claimed | null {
  const [topic, ofSpender] = log.topics
  const spender = addressIn(ofSpender)
  if (topic !== topics.claimed || !spender) return null
  return { ...placeOf(log), spender }
}

/** Pass only logs of the gateway. */
export function decodeRefused(log: Log): Refused | null {
  const [topic, key, payout] = log.topics
  const receiptKey = key ? parseHash(key) : null
  const payoutAddress = addressIn(payout)
  const token = addressIn(log.data)
  if (topic !== topics.refused || !receiptKey || !payoutAddress || !token) return null
  return { ...placeOf(log), receiptKey, payoutAddress, token }
}

/** Pass only logs of known splits. */
export function decodeReleased(log: Log): Released | null {
  const [topic, ofToken, toAccount] = log.topics
  const token = addressIn(ofToken)
  const account = addressIn(toAccount)
  const units = wordAt(log.data, 0)
  if (topic !== topics.released || log.topics.length !== 3 || !token || !account || !units) {
    return null
  }
  return { ...placeOf(log), split: log.address, token, account, units }
}

/** Encodes an address as a topic. */
export function topicOfAddress(address: Address): Hex {
  return `0x${toWord(address)}`
}

function placeOf({ blockNumber, blockHash, transactionHash, logIndex }: Log): Place {
  return { blockNumber, blockHash, transactionHash, logIndex }
}

function addressIn(word: string | undefined): Address | null {
  if (word?.length !== 66) return null
  return parseAddress(`0x${word.slice(26).toLowerCase()}`)
}

/** Returns null for zero, and beyond the end of the data. */
function wordAt(data: Hex, index: number): BaseUnits | null {
  const word = data.slice(2 + index * 64, 2 + (index + 1) * 64)
  if (word.length !== 64) return null
  const units = BigInt(`0x${word}`)
  return units === 0n ? null : baseUnits(units)
}
