import { promisify } from 'node:util'
import { gzip } from 'node:zlib'
import type { FastifyReply, FastifyRequest } from 'fastify'
import type { Context } from '../../platform/context.js'
import { accepts } from '../../platform/http/compress.js'
import { createPagePolicy } from './page-policy.js'
import { type PageDocument, renderDocument } from './render-document.js'

const compress = promisify(gzip)

type SendInput = {
  request: FastifyRequest
  reply: FastifyReply
  document: PageDocument
  /** The path that the page may frame, or null. */
  frame: string | null
  /** Whether the page sends forms to this service. */
  hasForms?: boolean
}

/** Sends a page with its CSP, compressed when the browser accepts it. */
export type SendPage = (input: SendInput) => Promise<FastifyReply>

export function createPageSender({ config }: Pick<Context, 'config'>): SendPage {
  const policyOf = createPagePolicy(config)
  return async ({ request, reply, document, frame, hasForms = false }) => {
    const html = renderDocument(document)
    const { styles } = document
    reply.headers(policyOf({ styles, frame, hasForms })).type('text/html; charset=utf-8')
    reply.header('vary', 'accept-encoding')
    if (!accepts(request.headers['accept-encoding'], 'gzip')) return reply.send(html)
    return reply.header('content-encoding', 'gzip').send(await compress(html))
  }
}
