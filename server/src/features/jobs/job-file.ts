import { promisify } from 'node:util'
import { gunzip, gzip } from 'node:zlib'
import type { TxContext } from '../../platform/context.js'
import { findPart } from './file-store.js'
import type { JobRef } from './store.js'

const compress = promisify(gzip)
const decompress = promisify(gunzip)

const partBytes = 1_048_576

/** Compresses a part of a file, as it is stored. */
export function packPart(content: string | Buffer): Promise<Buffer> {
  return compress(content)
}

/** Compresses a file in parts of about a megabyte. Takes each block only when it is needed. */
export async function packFile(blocks: Iterable<Buffer>): Promise<Buffer[]> {
  const packed: Buffer[] = []
  let waiting: Buffer[] = []
  let waitingBytes = 0
  for (const block of blocks) {
    waiting.push(block)
    waitingBytes += block.length
    if (waitingBytes < partBytes) continue
    packed.push(await packPart(Buffer.concat(waiting)))
    waiting = []
    waitingBytes = 0
  }
  if (waitingBytes > 0) packed.push(await packPart(Buffer.concat(waiting)))
  return packed
}

/** Yields the parts of a stored file. A part has the bytes that `packPart` was given. */
export async function* readFile(ctx: Pick<TxContext, 'db'>, job: JobRef): AsyncGenerator<Buffer> {
  for (let part = 0; ; part += 1) {
    const content = await findPart(ctx.db, { ...job, part })
    if (!content) return
    yield await decompress(content)
  }
}
