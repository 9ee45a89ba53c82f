import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { projectRoot } from '../../platform/project-root.js'
import type { UpsertItemBody } from '../inventory/schemas.js'

type WrittenItem = UpsertItemBody & { picture: string }

/**
 * Reads the items of a demo shop, each with its picture.
 *
 * @throws {Error} when the shop has no items.
 */
export function readDemoItems(shopSlug: string): UpsertItemBody[] {
  const written: Record<string, WrittenItem[]> = JSON.parse(readDemoFile('items.json').toString())
  const items = written[shopSlug]
  if (!items) throw new Error(`no demo items for ${shopSlug}`)
  return items.map(({ picture, ...item }) => ({ ...item, images: [readPicture(picture)] }))
}

function readPicture(name: string): string {
  return `data:image/webp;base64,${readDemoFile(name).toString('base64')}`
}

function readDemoFile(name: string): Buffer {
  return readFileSync(join(projectRoot(), 'server', 'data', 'demo-items', name))
}
