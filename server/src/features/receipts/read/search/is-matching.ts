import { foldBeginning, listWordSuffixes } from '../../../../lib/search/word-suffixes.js'
import { labelOf } from '../../receipt.js'
import type { FullReceipt } from '../describe-receipt.js'
import { isOwnSale } from '../own-sales.js'
import type { ReceiptFilter } from './receipt-filter.js'

/**
 * Whether a receipt matches a filter by its own fields, without a flag or a time in the ledger, as
 * the search in the database decides it.
 */
export function isMatching({ receipt, history }: FullReceipt, filter: ReceiptFilter): boolean {
  const { status, registerId, archived, from, to, minUsdCents, maxUsdCents, term } = filter
  const { createdAt, totalUsdCents } = receipt
  if (!isOwnSale(receipt, filter.own)) return false
  if (archived !== 'all' && (receipt.archivedAt !== null) !== (archived === 'only')) return false
  if (createdAt < from || createdAt > to) return false
  if (status !== null && receipt.status !== status) return false
  if (registerId !== null && receipt.registerId !== registerId) return false
  if (filter.hasTip && !receipt.lines.some(({ kind }) => kind === 'tip')) return false
  if (!isReported({ receipt, history }, filter)) return false
  if (minUsdCents !== null && totalUsdCents < minUsdCents) return false
  if (maxUsdCents !== null && totalUsdCents > maxUsdCents) return false
  return term === null || hasTerm(receipt, term)
}

/**
 * Whether a receipt is one that a report counts. Only the ledger knows the amounts that were paid.
 */
function isReported({ receipt, history }: FullReceipt, filter: ReceiptFilter): boolean {
  const { reached, failureCode, item, jurisdiction } = filter
  if (reached !== null && receipt.kind === 'subscription') return false
  if (reached !== null && reached !== 'created' && reached !== 'paid') {
    if (!history.events.some(({ status }) => status === reached)) return false
  }
  if (failureCode !== null && receipt.failureCode !== failureCode) return false
  if (jurisdiction !== null && (receipt.jurisdictionCode ?? 'none') !== jurisdiction) return false
  if (item === null) return true
  return receipt.lines.some(
    (line) =>
      (line.itemId ?? line.sku ?? labelOf(line)) === item &&
      line.kind !== 'tax' &&
      line.kind !== 'fee',
  )
}

function hasTerm(receipt: FullReceipt['receipt'], term: string): boolean {
  const { id, reference, transactionHash, billing, onrampEmail, lines } = receipt
  if (id.startsWith(term) || reference?.startsWith(term)) return true
  const folded = term.toLowerCase()
  const exact = [transactionHash, billing?.email.toLowerCase(), onrampEmail?.toLowerCase()]
  if (exact.includes(folded)) return true
  if (isOfBuyer(receipt, foldBeginning(term))) return true
  const words = new Set(
    lines.flatMap((line) =>
      line.kind === 'tax' || line.kind === 'fee' ? [] : listWords(labelOf(line)),
    ),
  )
  const termWords = listWords(term)
  return termWords.length > 0 && termWords.every((word) => words.has(word))
}

/** Whether an e-mail address or the wallet of the buyer, or a word in it, begins like this. */
function isOfBuyer(
  { billing, onrampEmail, buyerWallet }: FullReceipt['receipt'],
  beginning: string,
): boolean {
  const texts = [billing?.email, onrampEmail, buyerWallet].flatMap((text) =>
    text ? listWordSuffixes(text) : [],
  )
  return texts.some((text) => text.startsWith(beginning))
}

function listWords(text: string): string[] {
  return text.toLowerCase().match(/[\p{L}\p{N}]+/gu) ?? []
}
