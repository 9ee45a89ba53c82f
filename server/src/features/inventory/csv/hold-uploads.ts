import type { AppError } from '../../../lib/errors.js'
import type { Context } from '../../../platform/context.js'
import { limitReached } from '../../../platform/limits/limit-reached.js'
import { maxOf } from '../../../platform/limits/max-of.js'

/** A file in memory, from its first byte until it is read. */
export type Upload = {
  /**
   * Adds bytes to the file.
   *
   * @throws {AppError} `rate_limited` when the file was dropped for newer ones.
   */
  add(chunk: Buffer): void
  /** Ends the upload. The file can no longer be dropped. */
  end(): void
  /** Returns the file in parts, and keeps none that was taken. */
  takeParts(): Generator<Buffer>
  /** Frees the memory. */
  free(): void
}

export type Uploads = { open(): Upload }

/** Files are copied into blocks: a chunk of one byte would take a hundred times its size. */
const blockBytes = 65_536
const retryAfterMs = 10_000

/**
 * Holds files while they arrive. Beyond the limit on their bytes, the file that began first is
 * dropped: a slow sender has the least right to the memory.
 */
export function createUploads(
  ctx: Pick<Context, 'now' | 'config'>,
  maxBytes = () => maxOf(ctx.config, 'arriving-imports', 'platform') ?? 0,
): Uploads {
  /** In the order of their start. */
  const arriving = new Set<HeldUpload>()
  let heldBytes = 0

  function drop(upload: HeldUpload): void {
    arriving.delete(upload)
    heldBytes -= upload.blocks.length * blockBytes
    upload.blocks = []
    upload.isDropped = true
  }

  function addBlock(upload: HeldUpload): void {
    upload.blocks.push(Buffer.allocUnsafe(blockBytes))
    upload.used = 0
    heldBytes += blockBytes
    for (const first of arriving) {
      if (heldBytes <= maxBytes()) return
      drop(first)
    }
  }

  function add(upload: HeldUpload, chunk: Buffer): void {
    for (let at = 0; at < chunk.length; ) {
      if (!upload.isDropped && upload.used === blockBytes) addBlock(upload)
      if (upload.isDropped) throw dropped(ctx.now(), maxBytes())
      const copied = chunk.copy(upload.blocks.at(-1) as Buffer, upload.used, at)
      upload.used += copied
      at += copied
    }
  }

  function* takeParts(upload: HeldUpload): Generator<Buffer> {
    for (let block = upload.blocks.shift(); block; block = upload.blocks.shift()) {
      heldBytes -= blockBytes
      yield upload.blocks.length === 0 ? block.subarray(0, upload.used) : block
    }
  }

  return {
    open() {
      const upload: HeldUpload = { blocks: [], used: blockBytes, isDropped: false }
      arriving.add(upload)
      return {
        add: (chunk) => add(upload, chunk),
        end() {
          if (upload.isDropped) throw dropped(ctx.now(), maxBytes())
          arriving.delete(upload)
        },
        takeParts: () => takeParts(upload),
        free: () => drop(upload),
      }
    },
  }
}

/** `used` counts the bytes in the last block. */
type HeldUpload = { blocks: Buffer[]; used: number; isDropped: boolean }

function dropped(now: number, max: number): AppError {
  return limitReached('arriving-imports', {
    owner: 'platform',
    max,
    resetAt: now + retryAfterMs,
    retryAfterMs,
    message: 'Too many files arrive at the same time. Send the file again after resetAt.',
  })
}
