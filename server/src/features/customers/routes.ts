import type { Readable } from 'node:stream'
import { Type } from 'typebox'
import type { Access } from '../../auth/access.js'
import { merchantOf, principalOf } from '../../auth/caller.js'
import { session } from '../../auth/guards.js'
import { requireCall } from '../../auth/limits/take-call.js'
import { streamWhileAdmitted } from '../../auth/stream-while-admitted.js'
import type { Routes } from '../../platform/feature.js'
import { etagOf, readExpectedRevision } from '../../platform/http/revisions.js'
import { readingFrom } from '../../platform/reading-from.js'
import { getCustomer, updateCustomer } from './change-customer.js'
import type { Customer } from './customer.js'
import { describeCustomer } from './describe-customer.js'
import { exportCustomers, selectForExport } from './export-customers.js'
import { listCustomers } from './list-customers.js'
import { readCustomerFilter, readCustomerQuery } from './read-customer-query.js'
import {
  CustomerBody,
  CustomerFilterQuery,
  CustomerParams,
  CustomerQuery,
  CustomerResponse,
  Customers,
} from './schemas.js'

/** Streamed text. */
const streamed = Type.Unsafe<Readable>(Type.String())

/**
 * The customers of a merchant, for its team. Keys cannot read them: a leaked key must not show all
 * people who bought something.
 */
export const customerRoutes: Routes<{ access: Access }> = async (app, { ctx, access }) => {
  const guard = session({ may: 'receipts:read' })

  app.get(
    '/api/customers',
    {
      config: { outage: 'refuse', guard },
      schema: {
        summary: 'List customers',
        description:
          'Buyers by e-mail address or wallet, the latest first. They follow their receipts within seconds.',
        querystring: CustomerQuery,
        response: { 200: Customers },
      },
    },
    async (request) => {
      const merchant = merchantOf(request)
      const page = readCustomerQuery(request.query)
      const { customers, ...rest } = await listCustomers(readingFrom(ctx), { merchant, page })
      return { ok: true as const, customers: customers.map(describeCustomer), ...rest }
    },
  )

  app.get(
    '/api/customers/export',
    {
      config: { outage: 'refuse', guard },
      schema: {
        summary: 'Export customers as a CSV file',
        description:
          'Takes the filters and the order of the list. A file has at most 100,000 customers.',
        querystring: CustomerFilterQuery,
        response: { 200: { content: { 'text/csv': { schema: streamed } } } },
      },
    },
    async (request, reply) => {
      const merchant = merchantOf(request)
      const filter = readCustomerFilter(request.query)
      const { limiter } = access
      const keys = { merchant, network: access.hashNetwork(request.ip) }
      await requireCall({ limiter, config: ctx.config }, 'receipt-exports', keys)
      const reading = readingFrom(ctx)
      const selection = await selectForExport(reading, { merchant, filter })
      const chunks = exportCustomers(reading, { selection, filter })
      return reply
        .type('text/csv; charset=utf-8')
        .header('content-disposition', 'attachment; filename="customers.csv"')
        .send(streamWhileAdmitted(request, { may: 'receipts:read', chunks }))
    },
  )

  app.get(
    '/api/customers/:id',
    {
      config: { outage: 'refuse', guard },
      schema: {
        summary: 'Get a customer',
        params: CustomerParams,
        response: { 200: CustomerResponse },
      },
    },
    async (request, reply) => {
      const which = { merchant: merchantOf(request), id: request.params.id }
      const customer = await getCustomer(ctx, which)
      return reply.header('etag', etagOf(customer.revision)).send(respond(customer))
    },
  )

  app.put(
    '/api/customers/:id',
    {
      config: { outage: 'refuse', guard: session({ may: 'comments:write' }) },
      schema: {
        summary: 'Change the note or consent of a customer',
        description: 'Changes the given fields and keeps all others.',
        params: CustomerParams,
        body: CustomerBody,
        response: { 200: CustomerResponse },
      },
    },
    async (request, reply) => {
      const customer = await updateCustomer(ctx, {
        by: principalOf(request),
        id: request.params.id,
        body: request.body,
        expectedRevision: readExpectedRevision(request),
      })
      return reply.header('etag', etagOf(customer.revision)).send(respond(customer))
    },
  )
}

function respond(customer: Customer) {
  return { ok: true as const, customer: describeCustomer(customer) }
}
