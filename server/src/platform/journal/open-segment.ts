import { join } from 'node:path'
import type { JournalFiles } from './files.js'
import type { HeldSegment, Home } from './home.js'
import { addBytes, type JournalRecord, type SegmentOwner, writeRecord } from './segment.js'

/** A segment of this process that gets records. */
export type OpenSegment = {
  segment: HeldSegment
  /** Writes records. Returns when they are on disk. */
  append(records: readonly JournalRecord[]): Promise<void>
  /** Cuts off a failed append, and closes the file: a later sync says nothing about it. */
  abandon(): Promise<void>
  close(): Promise<void>
}

/** Creates the file of a segment in a directory of this process. */
export async function openSegment(
  { files, key }: { files: JournalFiles; key: Uint8Array },
  { home, name }: { home: Home; name: string },
): Promise<OpenSegment> {
  const path = join(home.path, name)
  const file = await files.create(path)
  const records: JournalRecord[] = []
  const bytesOf = new Map<SegmentOwner, number>()
  const id = `${home.name}/${name}`
  const segment = { id, records, damage: [], home, path, bytes: 0, bytesOf }
  const close = () => file.close().catch(() => {})
  return {
    segment,
    async append(added) {
      let length = segment.bytes
      const frames = added.map((record) => {
        const frame = writeRecord(key, record, { segment: segment.id, offset: length })
        length += frame.length
        return frame
      })
      await file.append(Buffer.concat(frames))
      await file.sync()
      if (!home.lock.isHeld()) throw new Error('another process took over the journal')
      segment.bytes = length
      records.push(...added)
      for (const [place, record] of added.entries()) {
        addBytes(bytesOf, record, frames[place]?.length ?? 0)
      }
    },
    async abandon() {
      await file.truncate(segment.bytes).catch(() => {})
      await close()
    },
    close,
  }
}
