import { createHash } from 'node:crypto'
import { promisify } from 'node:util'
import { gzip } from 'node:zlib'
import type { FastifyReply, FastifyRequest } from 'fastify'
import { ownOrigins } from '../../auth/own-hosts.js'
import type { Config } from '../../platform/config/config.js'
import type { Context } from '../../platform/context.js'
import { accepts } from '../../platform/http/compress.js'
import { type PageRights, pageHeaders } from '../../platform/http/security-headers.js'
import { rememberLatest } from '../../platform/remember-latest.js'
import { maxStyles, type PageDocument, renderDocument } from './render-document.js'

type PagePolicy = (
  page: PageRights & FrameRights & { styles: readonly string[]; frame: string | null },
) => Readonly<Record<string, string>>

type FrameRights = {
  /** Whether it may frame every page of this service. */
  framesOurPages?: boolean
  /** Whether it may frame files that its script has read, such as a PDF, at `blob:` addresses. */
  framesFiles?: boolean
}

const compress = promisify(gzip)

type SendInput = PageRights &
  FrameRights & {
    request: FastifyRequest
    reply: FastifyReply
    document: PageDocument
    /** The path that the page may frame, or null. */
    frame: string | null
  }

/** Sends a page with its CSP, compressed when the browser accepts it. */
export type SendPage = (input: SendInput) => Promise<FastifyReply>

export function createPageSender({ config }: Pick<Context, 'config'>): SendPage {
  const policyOf = createPagePolicy(config)
  return async ({ request, reply, document, frame, ...rights }) => {
    const html = renderDocument(document)
    const { styles } = document
    reply.headers(policyOf({ styles, frame, ...rights })).type('text/html; charset=utf-8')
    reply.header('vary', 'accept-encoding')
    if (!accepts(request.headers['accept-encoding'], 'gzip')) return reply.send(html)
    return reply.header('content-encoding', 'gzip').send(await compress(html))
  }
}

/**
 * Creates a function that returns the headers with a page's CSP: its own scripts, exactly these
 * styles, own or inline images, calls to this service. Only the path `frame` may be framed, so that
 * a merchant's script cannot navigate its frame elsewhere. Each style is hashed once.
 */
export function createPagePolicy(config: Pick<Config, 'baseUrl' | 'payUrl'>): PagePolicy {
  const origins = [...new Set(ownOrigins(config))]
  const hashOf = rememberLatest(hashStyle, maxStyles)
  return ({ styles, frame, framesOurPages = false, framesFiles = false, ...rights }) => {
    const frames = [
      ...(framesOurPages ? ["'self'"] : []),
      ...(framesFiles ? ['blob:'] : []),
      ...(frame === null ? [] : origins.map((origin) => `${origin}${frame}`)),
    ]
    const sources = [
      "script-src 'self'",
      `style-src ${styles.map(hashOf).join(' ')}`,
      "img-src 'self' data:",
      "font-src 'self'",
      "connect-src 'self'",
      "manifest-src 'self'",
      ...(frames.length > 0 ? [`frame-src ${frames.join(' ')}`] : []),
      // The frame inherits this policy, and a browser's PDF viewer in it counts as an object.
      ...(framesFiles ? ['object-src blob:'] : []),
    ]
    return pageHeaders(sources, rights)
  }
}

function hashStyle(style: string): string {
  return `'sha256-${createHash('sha256').update(style).digest('base64')}'`
}
