import { type Static, Type } from 'typebox'
import { integerText } from '../../platform/http/query-schemas.js'
import {
  AnyFields,
  integer,
  namedObject,
  number,
  okResponse,
  orNull,
  text,
} from '../../platform/http/schemas.js'

/** Validated by `readRequestQuery`, because forms also send empty fields. */
export const RequestQuery = Type.Object({
  keyId: Type.Optional(
    Type.String({
      maxLength: 100,
      description: 'Return only calls with this key. A key sees only its own calls.',
    }),
  ),
  status: Type.Optional(text('Return only this class of statuses: 2xx, 3xx, 4xx or 5xx')),
  route: Type.Optional(
    Type.String({ maxLength: 200, description: 'For example `/api/receipts/{id}`' }),
  ),
  correlationId: Type.Optional(
    Type.String({ maxLength: 200, description: 'Return only the calls of this request' }),
  ),
  limit: integerText('1 to 100, default 50', { minimum: 1, maximum: 100, default: 50 }),
  cursor: Type.Optional(text('`nextCursor` of the previous page')),
})
export type RequestQuery = Static<typeof RequestQuery>

const LoggedRequest = namedObject(
  'LoggedRequest',
  {
    id: Type.String(),
    at: integer('Unix ms'),
    keyId: Type.String(),
    method: Type.String(),
    route: text('The pattern of the path, without its values'),
    status: Type.Integer(),
    durationMs: number('Until the response was sent'),
    correlationId: text('Also in the response, as `x-correlation-id`'),
    error: orNull(text('Error code; null when there was none')),
    sample: orNull(AnyFields),
  },
  {
    description:
      '`sample` has the fields of the body of a call that was rejected with 4xx. Texts are replaced by their length.',
  },
)

export const RequestPage = okResponse('RequestPage', {
  requests: Type.Array(LoggedRequest, { description: 'Newest first' }),
  nextCursor: orNull(Type.String()),
})
