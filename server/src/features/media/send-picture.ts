import type { FastifyReply, FastifyRequest } from 'fastify'
import { hasTag } from '../../platform/http/compress.js'

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

/** The bytes of a file that a request asks for, both ends included. */
type ByteRange = { first: number; last: number }

/**
 * Reads a `range` header. Null means the whole file: without a header, and for several ranges or
 * another unit, which a server may ignore. A range beyond the end is unsatisfiable.
 */
export function readRange(
  header: string | undefined,
  length: number,
): ByteRange | 'unsatisfiable' | null {
  const [, from = '', to = ''] = /^bytes=(\d{0,15})-(\d{0,15})$/.exec(header ?? '') ?? []
  if (from === '' && to === '') return null
  if (from === '') {
    const count = Math.min(Number(to), length)
    return count === 0 ? 'unsatisfiable' : { first: length - count, last: length - 1 }
  }
  const first = Number(from)
  const last = to === '' ? length - 1 : Math.min(Number(to), length - 1)
  if (to !== '' && Number(to) < first) return null
  return first >= length ? 'unsatisfiable' : { first, last }
}
