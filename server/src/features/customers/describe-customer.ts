import { checksumAddress } from '../../lib/hex.js'
import { centsToDecimal } from '../../lib/money.js'
import { type Customer, emailOf } from './customer.js'

/** Returns a customer as responses show it. */
export function describeCustomer(customer: Customer) {
  const { id, wallet, name, receiptCount, firstSeenAt, lastSeenAt } = customer
  const { note, consent, consentAt, revision } = customer
  return {
    id,
    wallet: wallet && checksumAddress(wallet),
    email: emailOf(customer),
    name,
    receiptCount,
    spentUsd: centsToDecimal(customer.spentUsdCents),
    refundedUsd: centsToDecimal(customer.refundedUsdCents),
    firstSeenAt,
    lastSeenAt,
    consent,
    consentAt,
    note,
    revision,
  }
}
