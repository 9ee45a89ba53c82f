import { Type } from 'typebox'
import { AnyFields } from '../../platform/http/schemas.js'

const maxNameLength = 128

/** One message of JSON-RPC. A batch is not one, because its calls would count as a single call. */
export const McpMessage = Type.Object(
  {
    jsonrpc: Type.Literal('2.0'),
    id: Type.Optional(
      Type.Union([
        Type.String({ maxLength: maxNameLength }),
        Type.Integer({ minimum: Number.MIN_SAFE_INTEGER, maximum: Number.MAX_SAFE_INTEGER }),
      ]),
    ),
    method: Type.Optional(
      Type.String({ maxLength: maxNameLength, description: 'Such as tools/call' }),
    ),
    params: Type.Optional(AnyFields),
  },
  { title: 'McpMessage', additionalProperties: true },
)
