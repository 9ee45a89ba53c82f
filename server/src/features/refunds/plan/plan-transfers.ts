import { invalidInput } from '../../../lib/errors.js'
import { type Address, checksumAddress, parseAddress, toWord } from '../../../lib/hex.js'
import {
  type BaseUnits,
  baseUnits,
  baseUnitsToDecimal,
  type Cents,
  cents,
  centsToDecimal,
  prorateOrZero,
} from '../../../lib/money.js'
import {
  assetName,
  describeAsset,
  parseAssetName,
} from '../../../platform/chain/assets/asset-name.js'
import { nativeToken } from '../../../platform/chain/tokens.js'
import { paymentUri } from '../../payments/quote/payment-uri.js'
import type { RefundPart } from '../record/share-refund.js'
import type { PlannedTransfer, RefundPlan } from './schemas.js'
import { isWorthIt, type PayerShares, shareByPayer } from './share-by-payer.js'

/** The selector of `transfer(address,uint256)` (ERC-20). */
const transferSelector = 'a9059cbb'

/** The wallets that may receive a refund. */
export type ChosenRecipients = {
  /** Wallets that paid the receipt. */
  payers: ReadonlySet<Address>
  /** Wallets that signed for the receipt. */
  signers: ReadonlySet<Address>
  /** Payers that the merchant confirms. */
  confirmed: readonly Address[]
  /** The wallet that receives the whole refund instead of the payers. */
  buyer: Address | null
}

type TransferAmount = {
  chainId: number
  token: Address
  units: BaseUnits
  usdCents: Cents
  /** Whether the recipient paid the receipt. */
  paid: boolean
}

type Payers = Parameters<typeof shareByPayer>[1]

const maxPayers = 200

/**
 * Reads the payers that a merchant confirms.
 *
 * @throws {AppError} `invalid_input`.
 */
export function readPayers(value: unknown): Address[] {
  if (value === undefined || value === null) return []
  const entries = Array.isArray(value) && value.length <= maxPayers ? value : [null]
  return entries.map((text) => {
    const payer = typeof text === 'string' ? parseAddress(text) : null
    if (payer) return payer
    throw invalidInput(`payers must be a list of at most ${maxPayers} addresses.`)
  })
}

/**
 * Requires that the merchant confirms only wallets that paid.
 *
 * @throws {AppError} `invalid_input`.
 */
export function requirePaid({ confirmed, payers }: ChosenRecipients): void {
  const other = confirmed.find((wallet) => !payers.has(wallet))
  if (!other) return
  const message = `payers: ${checksumAddress(other)} did not pay this receipt. Use buyer for another wallet.`
  throw invalidInput(message)
}

/**
 * Plans the transfers of a refund to its payers, or to the wallet that the merchant chose. A payer
 * that did not sign for the receipt gets no transfer until the merchant confirms it: money sent to
 * an exchange or a contract may be lost.
 */
export function planTransfers(
  parts: readonly RefundPart[],
  { usdCents, payers, chosen }: { usdCents: Cents; payers: Payers; chosen: ChosenRecipients },
): Pick<RefundPlan, 'transfers' | 'unverifiedPayers' | 'note'> {
  const onChain = parts.flatMap((part) => {
    const name = parseAssetName(part.asset)
    return name ? { ...name, part, ...sharesOf(part, { payers, buyer: chosen.buyer }) } : []
  })
  const unvalued = onChain.flatMap(({ chainId, token, part, shares: assetShares }) =>
    assetShares.map((share) => ({ chainId, token, part, ...share })),
  )
  const usd = valueShares(usdCents, { parts, shares: unvalued })
  const shares = unvalued.map(({ part: _, ...share }, index) => ({
    ...share,
    usdCents: usd[index] ?? cents(0n),
    paid: chosen.payers.has(share.to),
  }))
  const mayReceive = ({ to }: { to: Address }) =>
    to === chosen.buyer || chosen.signers.has(to) || chosen.confirmed.includes(to)
  const unverifiedPayers = shares
    .filter((share) => !mayReceive(share))
    .map((share) => ({ address: checksumAddress(share.to), ...describeAmount(share) }))
  const notes = [
    onChain.some(isUnknown) ? describeUnknown(shares.length > 0) : [],
    onChain.length < parts.length ? 'Refund manual payments outside the chain.' : [],
  ].flat()
  return {
    transfers: shares.filter(mayReceive).map(transferRequest),
    unverifiedPayers,
    ...(notes.length > 0 && { note: notes.join(' ') }),
  }
}

/** Splits the amount of a refund over its shares. The rest belongs to unknown payers and cash. */
function valueShares(
  usdCents: Cents,
  input: { parts: readonly RefundPart[]; shares: readonly { part: RefundPart; units: bigint }[] },
): Cents[] {
  const { parts, shares } = input
  const worth = shares.map(({ part, units }) => (units * part.usdMicros) / part.units)
  const total = parts.reduce((sum, { usdMicros }) => sum + usdMicros, 0n)
  const rest = worth.reduce((left, value) => left - value, total)
  return prorateOrZero(usdCents, [...worth, rest])
}

function sharesOf(
  part: RefundPart,
  { payers, buyer }: { payers: Payers; buyer: Address | null },
): PayerShares {
  if (buyer === null) return shareByPayer(part, payers)
  return { shares: [{ to: buyer, units: part.units }], unknownUnits: baseUnits(0n) }
}

/** Ignores less than a cent, which was left out as dust. */
function isUnknown({ part, unknownUnits }: { part: RefundPart } & PayerShares): boolean {
  return isWorthIt(part, unknownUnits)
}

function describeUnknown(isPart: boolean): string {
  return `The payer ${isPart ? 'of a part ' : ''}is unknown. Ask the buyer for a wallet address.`
}

/** Describes a transfer for a wallet: a call to the token, or native token without calldata. */
export function transferRequest(transfer: TransferAmount & { to: Address }): PlannedTransfer {
  const { chainId, token, to, units } = transfer
  const isNative = token === nativeToken
  return {
    to: checksumAddress(to),
    ...describeAmount(transfer),
    calldata: isNative ? '0x' : `0x${transferSelector}${toWord(to)}${toWord(units)}`,
    uri: paymentUri({ chainId, to, units, token: isNative ? null : token }),
  }
}

function describeAmount({ chainId, token, units, usdCents, paid }: TransferAmount) {
  const { symbol, decimals } = describeAsset(assetName({ chainId, token }))
  return {
    token: checksumAddress(token),
    units: String(units),
    symbol,
    decimals,
    amount: baseUnitsToDecimal(units, decimals),
    usd: centsToDecimal(usdCents),
    paid,
  }
}
