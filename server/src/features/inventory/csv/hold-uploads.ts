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
  /** Ends the upload. The file is not dropped any more. */
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
  const arriving = new Set<Held>()
  let heldBytes = 0

  function drop(held: Held): void {
    arriving.delete(held)
    heldBytes -= held.blocks.length * blockBytes
    held.blocks = []
    held.isDropped = true
  }

  function addBlock(held: Held): void {
    held.blocks.push(Buffer.allocUnsafe(blockBytes))
    held.used = 0
    heldBytes += blockBytes
    for (const first of arriving) {
      if (heldBytes <= maxBytes()) return
      drop(first)
    }
  }

  function add(held: Held, chunk: Buffer): void {
    for (let at = 0; at < chunk.length; ) {
      if (!held.isDropped && held.used === blockBytes) addBlock(held)
      if (held.isDropped) throw dropped(ctx.now(), maxBytes())
      const copied = chunk.copy(held.blocks.at(-1) as Buffer, held.used, at)
      held.used += copied
      at += copied
    }
  }

  function* takeParts(held: Held): Generator<Buffer> {
    for (let block = held.blocks.shift(); block; block = held.blocks.shift()) {
      heldBytes -= blockBytes
      yield held.blocks.length === 0 ? block.subarray(0, held.used) : block
    }
  }

  return {
    open() {
      const held: Held = { blocks: [], used: blockBytes, isDropped: false }
      arriving.add(held)
      return {
        add: (chunk) => add(held, chunk),
        end() {
          if (held.isDropped) throw dropped(ctx.now(), maxBytes())
          arriving.delete(held)
        },
        takeParts: () => takeParts(held),
        free: () => drop(held),
      }
    },
  }
}

/** `used` counts the bytes in the last block. */
type Held = { blocks: Buffer[]; used: number; isDropped: boolean }

function dropped(now: number, max: number): AppError {
  return limitReached('arriving-imports', {
    owner: 'platform',
    most: max,
    resetAt: now + retryAfterMs,
    retryAfterMs,
    message: 'Too many files arrive at the same time. Send the file again after resetAt.',
  })
}
