import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { projectRoot } from '../../platform/project-root.js'
import type { UpsertItemBody } from '../inventory/schemas.js'

type WrittenItem = UpsertItemBody & { picture: string }

/**
 * What a demo shop sells, as our file has it, each item with its picture.
 *
 * @throws {Error} when there is nothing for the shop.
 */
export function readDemoItems(shopSlug: string): UpsertItemBody[] {
  const written: Record<string, WrittenItem[]> = JSON.parse(readDemoFile('items.json').toString())
  const items = written[shopSlug]
  if (!items) throw new Error(`there are no demo items for ${shopSlug}`)
  return items.map(({ picture, ...item }) => ({ ...item, images: [readPicture(picture)] }))
}

function readPicture(name: string): string {
  return `data:image/webp;base64,${readDemoFile(name).toString('base64')}`
}

function readDemoFile(name: string): Buffer {
  return readFileSync(join(projectRoot(), 'server', 'data', 'demo-items', name))
}
