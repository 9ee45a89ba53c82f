import { Type } from 'typebox'
import { integerText } from '../../platform/http/query-schemas.js'
import { AnyFields } from '../../platform/http/schemas.js'

const optionalText = (description: string) => Type.Optional(Type.String({ description }))

export const ResourceQuery = Type.Object({
  type: optionalText('http, the only type; another type matches nothing'),
  limit: integerText('1 to 100, default 20', { minimum: 1, maximum: 100, default: 20 }),
  offset: integerText('Number of resources to skip, default 0', { minimum: 0, default: 0 }),
})

const Requirements = Type.Object(
  {
    scheme: Type.String(),
    network: Type.String({ description: 'CAIP-2' }),
    amount: Type.String({ description: 'The smallest price, in base units of the asset' }),
    asset: Type.String(),
    payTo: Type.String({
      description: 'The zero address if only the challenge for your order names the recipient',
    }),
    maxTimeoutSeconds: Type.Integer(),
    extra: AnyFields,
  },
  { title: 'PaymentRequirements' },
)

const PaidResource = Type.Object(
  {
    resource: Type.String({ description: 'URL' }),
    type: Type.Literal('http'),
    x402Version: Type.Literal(2),
    accepts: Type.Array(Requirements),
    lastUpdated: Type.Integer({ description: 'Unix seconds' }),
    metadata: AnyFields,
  },
  { title: 'PaidResource' },
)

export const ResourcePage = Type.Object(
  {
    x402Version: Type.Literal(2),
    items: Type.Array(PaidResource),
    pagination: Type.Object(
      { limit: Type.Integer(), offset: Type.Integer(), total: Type.Integer() },
      { title: 'ResourcePagination' },
    ),
  },
  { title: 'ResourcePage' },
)
