import type { FastifyReply, FastifyRequest } from 'fastify'
import { hasTag } from '../../platform/http/compress.js'
import { readRange } from './read-range.js'

/** Keeps the picture from running anything wherever it is opened. */
const picturePolicy = "default-src 'none'; sandbox"

/** Sends a picture that never changes: whole, in part, or not at all when the client has it. */
export function sendPicture(
  request: FastifyRequest,
  reply: FastifyReply,
  { content, tag }: { content: Buffer; tag: string },
) {
  reply.headers({
    'content-security-policy': picturePolicy,
    'cross-origin-resource-policy': 'cross-origin',
    'cache-control': 'public, max-age=31536000, immutable',
    'accept-ranges': 'bytes',
    etag: tag,
  })
  const { headers } = request
  if (hasTag(headers['if-none-match'], tag)) return reply.code(304).send()

  reply.type('image/webp')
  const isCurrent = headers['if-range'] === undefined || headers['if-range'] === tag
  const range = isCurrent ? readRange(headers.range, content.length) : null
  if (range === null) return reply.send(content)
  if (range === 'unsatisfiable') {
    return reply.code(416).header('content-range', `bytes */${content.length}`).send(nothing)
  }
  const { first, last } = range
  return reply
    .code(206)
    .header('content-range', `bytes ${first}-${last}/${content.length}`)
    .send(content.subarray(first, last + 1))
}

const nothing = Buffer.alloc(0)
