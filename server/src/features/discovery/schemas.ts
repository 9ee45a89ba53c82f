import { Type } from 'typebox'
import { integerText } from '../../platform/http/query-schemas.js'
import { AnyFields, integer, namedObject, text } from '../../platform/http/schemas.js'

const optionalText = (description: string) => Type.Optional(text(description))

export const ResourceQuery = Type.Object({
  type: optionalText('http, the only type; another type matches nothing'),
  limit: integerText('1 to 100, default 20', { minimum: 1, maximum: 100, default: 20 }),
  offset: integerText('Number of resources to skip, default 0', { minimum: 0, default: 0 }),
})

const Requirements = namedObject('PaymentRequirements', {
  scheme: Type.String(),
  network: text('CAIP-2'),
  amount: text('The smallest price, in base units of the asset'),
  asset: Type.String(),
  payTo: text('The zero address if only the challenge for your order names the recipient'),
  maxTimeoutSeconds: Type.Integer(),
  extra: AnyFields,
})

const PaidResource = namedObject('PaidResource', {
  resource: text('URL'),
  type: Type.Literal('http'),
  x402Version: Type.Literal(2),
  accepts: Type.Array(Requirements),
  lastUpdated: integer('Unix seconds'),
  metadata: AnyFields,
})

export const ResourcePage = namedObject('ResourcePage', {
  x402Version: Type.Literal(2),
  items: Type.Array(PaidResource),
  pagination: namedObject('ResourcePagination', {
    limit: Type.Integer(),
    offset: Type.Integer(),
    total: Type.Integer(),
  }),
})
