import type { FastifyReply, FastifyRequest, onSendHookHandler } from 'fastify'
import { DocumentError, graphqlErrorFields } from './graphql-error.js'

const responseType = 'application/graphql-response+json'
const jsonType = 'application/json'

/**
 * Route options of the protocol "GraphQL over HTTP". A client that asks for its media type gets it. To a client that asks
 * for JSON only, an error of the document has the status 200, because it may read errors from such responses alone.
 */
export const overHttp = { onSend: setMediaType(), errorHandler: sendDocumentError }

function setMediaType(): onSendHookHandler {
  return (request, reply, payload, done) => {
    const isJson = String(reply.getHeader('content-type')).startsWith(jsonType)
    if (isJson && wantsResponseType(request)) reply.type(`${responseType}; charset=utf-8`)
    done(null, payload)
  }
}

function sendDocumentError(error: Error, request: FastifyRequest, reply: FastifyReply): unknown {
  const wantsJson = qualityOf(request, jsonType) > 0 && !wantsResponseType(request)
  if (!(error instanceof DocumentError) || !wantsJson) throw error
  const fields = graphqlErrorFields({ error: error.code, message: error.message })
  // As text, because the schema of this status is that of an executed query.
  return reply.code(200).type(`${jsonType}; charset=utf-8`).send(JSON.stringify(fields))
}

function wantsResponseType(request: FastifyRequest): boolean {
  const quality = qualityOf(request, responseType)
  return quality > 0 && quality >= qualityOf(request, jsonType)
}

/** Returns the quality of a media type that the request names in `Accept`, or 0. */
function qualityOf({ headers: { accept = '' } }: FastifyRequest, type: string): number {
  for (const range of accept.split(',')) {
    const [name = '', ...parameters] = range.split(';').map((part) => part.trim().toLowerCase())
    if (name !== type) continue
    const quality = parameters.find((parameter) => parameter.startsWith('q='))
    return quality === undefined ? 1 : Number(quality.slice(2)) || 0
  }
  return 0
}
