import { createHash } from 'node:crypto'
import { promisify } from 'node:util'
import { brotliCompress, constants, gzip } from 'node:zlib'
import type { FastifyReply, FastifyRequest } from 'fastify'
import { callOnce } from '../share-reads.js'

/** A text in each encoding that browsers accept. */
export type CompressedText = Record<'plain' | 'gzip' | 'br', () => Promise<Buffer>>

const toGzip = promisify(gzip)
const toBrotli = promisify(brotliCompress)
const brotliParams = { [constants.BROTLI_PARAM_QUALITY]: constants.BROTLI_MAX_QUALITY }

/** The quality is the highest. Half a megabyte takes a second then, so other threads do it. */
const encoders = {
  gzip: (content: Buffer): Promise<Buffer> => toGzip(content, { level: 9 }),
  br: (content: Buffer): Promise<Buffer> => toBrotli(content, { params: brotliParams }),
}

/** Compresses a text that is sent often: once in each encoding, when it is first needed. */
export function compressOnce(content: Buffer, encode = encoders): CompressedText {
  return {
    plain: async () => content,
    gzip: callOnce(() => encode.gzip(content)),
    br: callOnce(() => encode.br(content)),
  }
}

/** Sends a text in the smallest encoding that the client accepts. */
export async function sendCompressed(
  request: FastifyRequest,
  reply: FastifyReply,
  text: CompressedText,
): Promise<FastifyReply> {
  const encoding = (['br', 'gzip'] as const).find((name) =>
    accepts(request.headers['accept-encoding'], name),
  )
  const body = await text[encoding ?? 'plain']()
  // An error that is sent instead has no encoding.
  if (encoding) reply.header('content-encoding', encoding)
  return reply.header('vary', 'accept-encoding').send(body)
}

/** Returns whether an `accept-encoding` header allows an encoding. */
export function accepts(header: string | undefined, encoding: 'gzip' | 'br'): boolean {
  const offered = (header ?? '').split(',').map((part) => part.trim().split(';'))
  return offered.some(
    ([name, weight]) => name === encoding && !/^\s*q=0(\.0*)?$/.test(weight ?? ''),
  )
}

/** Returns the entity tag of a response body. */
export function entityTagOf(body: string): string {
  return `"${createHash('sha256').update(body).digest('base64url')}"`
}

/** Returns whether an `if-none-match` header names a tag. */
export function hasTag(header: string | undefined, tag: string): boolean {
  return header?.split(',').some((item) => item.trim().replace(/^W\//, '') === tag) ?? false
}
