import type { DecodeResult } from './picture.js'
import { type DecoderProcess, startDecoder } from './start-decoder.js'

export type PictureDecoder = {
  /** Decodes a picture after those before it. */
  decode(content: Uint8Array): Promise<DecodeResult>
  /** Ends the process. The next picture starts another one. */
  close(): void
}

const idleMs = 30_000

/** Creates a decoder with one process, which starts with a picture and ends when none follows. */
export function createPictureDecoder({
  start = startDecoder,
}: {
  start?: () => Promise<DecoderProcess>
} = {}): PictureDecoder {
  let decoder: DecoderProcess | null = null
  let last: Promise<unknown> = Promise.resolve()
  let idle: NodeJS.Timeout | undefined

  function close(): void {
    clearTimeout(idle)
    decoder?.end()
    decoder = null
  }

  async function decodeNow(content: Uint8Array): Promise<DecodeResult> {
    clearTimeout(idle)
    if (decoder === null || decoder.hasEnded()) decoder = await start()
    try {
      return await decoder.decode(content)
    } finally {
      idle = setTimeout(close, idleMs).unref()
    }
  }

  return {
    decode(content) {
      const decoded = last.then(() => decodeNow(content))
      last = decoded.catch(() => {})
      return decoded
    },
    close,
  }
}
