import { type Static, Type } from 'typebox'
import { AnyFields, orNull } from '../../platform/http/schemas.js'

export const GraphqlBody = Type.Object(
  {
    query: Type.String({ description: 'A GraphQL document' }),
    variables: Type.Optional(orNull(AnyFields)),
    operationName: Type.Optional(
      orNull(Type.String({ description: 'Required when the document has several operations' })),
    ),
    extensions: Type.Optional(orNull(Type.Object({}, { description: 'Ignored' }))),
  },
  { title: 'GraphqlRequest' },
)
export type GraphqlBody = Static<typeof GraphqlBody>

export const GraphqlQuery = Type.Object({
  query: Type.Optional(Type.String({ description: 'A GraphQL document without mutations' })),
  variables: Type.Optional(Type.String({ description: 'A JSON object' })),
  operationName: Type.Optional(
    Type.String({ description: 'Required when the document has several operations' }),
  ),
})

const GraphqlError = Type.Object(
  {
    message: Type.String(),
    path: Type.Optional(Type.Array(Type.Unsafe<string | number>({ type: ['string', 'integer'] }))),
    extensions: Type.Object({ code: Type.String() }),
  },
  { title: 'GraphqlError' },
)

export const GraphqlResponse = Type.Object(
  {
    data: orNull(AnyFields),
    errors: Type.Optional(
      Type.Array(GraphqlError, { description: 'Errors of fields. The other fields have data.' }),
    ),
  },
  { title: 'GraphqlResponse' },
)
