import { promisify } from 'node:util'
import { gzip } from 'node:zlib'
import type { FastifyReply, FastifyRequest } from 'fastify'
import type { Context } from '../../platform/context.js'
import { accepts } from '../../platform/http/compress.js'
import { pagePolicy } from './page-policy.js'
import { type PageDocument, renderDocument } from './render-document.js'

const compress = promisify(gzip)

type SendInput = {
  request: FastifyRequest
  reply: FastifyReply
  document: PageDocument
  /** The path that the page may frame, or null. */
  frame: string | null
}

/** Sends a page with its CSP, compressed when the browser accepts it. */
export async function sendPage(ctx: Pick<Context, 'config'>, input: SendInput) {
  const { request, reply, document, frame } = input
  const html = renderDocument(document)
  const { styles } = document
  reply.headers(pagePolicy({ styles, frame }, ctx.config)).type('text/html; charset=utf-8')
  reply.header('vary', 'accept-encoding')
  if (!accepts(request.headers['accept-encoding'], 'gzip')) return reply.send(html)
  return reply.header('content-encoding', 'gzip').send(await compress(html))
}
