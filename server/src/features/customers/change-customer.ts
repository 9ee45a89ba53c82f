import type { Principal } from '../../auth/caller.js'
import { AppError, invalidInput } from '../../lib/errors.js'
import { displayText, flag, nullable } from '../../lib/fields/field-rules.js'
import { readFields } from '../../lib/fields/read-fields.js'
import type { Address } from '../../lib/hex.js'
import { type Context, inTransaction, type TxContext } from '../../platform/context.js'
import { isStale, staleRevision } from '../../platform/http/revisions.js'
import { recordChange } from '../audit/record-change.js'
import type { Customer } from './customer.js'
import { findCustomer, findCustomerForUpdate, updateNotes } from './customer-store.js'
import { describeCustomer } from './describe-customer.js'

const rules = { note: nullable(displayText({ maxLength: 2_000 })), consent: nullable(flag) }

/**
 * Returns a customer.
 *
 * @throws {AppError} `not_found`.
 */
export async function getCustomer(
  { db }: Pick<TxContext, 'db'>,
  which: { merchant: Address; id: string },
): Promise<Customer> {
  const customer = await findCustomer(db, which)
  if (!customer) throw noSuchCustomer()
  return customer
}

/**
 * Changes the note and the consent of a customer. The audit log has neither the note nor who it is
 * about, because both can be erased and its entries cannot.
 *
 * @throws {AppError} `invalid_input`; `not_found`; `conflict` with the current customer when it has
 *   another revision.
 */
export async function updateCustomer(
  ctx: Context,
  input: { by: Principal; id: string; body: object; expectedRevision: number | null },
): Promise<Customer> {
  const { by, id, body, expectedRevision } = input
  const { accepted, problems } = readFields(rules, body)
  if (problems.length > 0) throw invalidInput(`${problems.join('. ')}.`)
  return inTransaction(ctx, async (inTx) => {
    const customer = await findCustomerForUpdate(inTx.db, { merchant: by.merchant, id })
    if (!customer) throw noSuchCustomer()
    if (isStale(expectedRevision, customer.revision)) {
      throw staleRevision(describeCustomer(customer))
    }
    const { consent = customer.consent } = accepted
    const note = accepted.note === undefined ? customer.note : accepted.note || null
    const hasNewConsent = consent !== customer.consent
    if (note === customer.note && !hasNewConsent) return customer
    const updated = {
      ...customer,
      note,
      consent,
      consentAt: hasNewConsent ? ctx.now() : customer.consentAt,
      revision: customer.revision + 1,
    }
    await updateNotes(inTx.db, updated)
    await recordChange(inTx, {
      by,
      action: 'customer.updated',
      target: id,
      before: auditedOf(customer),
      after: auditedOf(updated),
    })
    return updated
  })
}

function auditedOf({ note, consent, revision }: Customer) {
  return { hasNote: note !== null, consent, revision }
}

function noSuchCustomer(): AppError {
  return new AppError('not_found', 'No customer has this id. List them with GET /api/customers.')
}
