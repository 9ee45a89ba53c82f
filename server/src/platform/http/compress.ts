import { brotliCompressSync, constants, gzipSync } from 'node:zlib'

/** A text in each encoding that browsers accept. */
export type Compressed = { plain: Buffer; gzip: Buffer; br: Buffer }

/** Compresses at the highest quality, for content that is compressed once and sent often. */
export function compressOnce(content: Buffer): Compressed {
  const params = { [constants.BROTLI_PARAM_QUALITY]: constants.BROTLI_MAX_QUALITY }
  return {
    plain: content,
    gzip: gzipSync(content, { level: 9 }),
    br: brotliCompressSync(content, { params }),
  }
}

/** Returns whether an `accept-encoding` header allows an encoding. */
export function accepts(header: string | undefined, encoding: 'gzip' | 'br'): boolean {
  const offered = (header ?? '').split(',').map((part) => part.trim().split(';'))
  return offered.some(
    ([name, weight]) => name === encoding && !/^\s*q=0(\.0*)?$/.test(weight ?? ''),
  )
}
