import { expect } from 'vitest'
import type { ListedShop } from './listed-shop.js'

/** Opens every page that a shop links to, as a crawler does, and then all of them `rounds` times. */
export async function crawl(
  baseUrl: string,
  { shop, rounds }: { shop: ListedShop; rounds: number },
): Promise<void> {
  const open = async (path: string) => {
    const response = await fetch(`${baseUrl}${path}`)
    expect(response.status, path).toBeLessThan(500)
    return response.text()
  }
  const seen = new Set<string>()
  const waiting = [shop.path, `${shop.path}/cart`, `${shop.path}/checkout`]
  for (let path = waiting.pop(); path !== undefined; path = waiting.pop()) {
    if (seen.has(path)) continue
    seen.add(path)
    const links = [...(await open(path)).matchAll(/(?:href|action)="([^"]+)"/g)]
    waiting.push(...links.map(([, link = '']) => link).filter((link) => link.startsWith(shop.path)))
  }
  expect(seen.size).toBeGreaterThan(3)
  for (let round = 0; round < rounds; round += 1) await Promise.all([...seen].map(open))
}

/** Expects that a shop has no receipt, and holds none of its stock. */
export async function expectUntouched(shop: ListedShop): Promise<void> {
  const { body } = await shop.program<{ receipts: unknown[] }>('GET /api/receipts')
  expect(body.receipts).toEqual([])
  const inventory = await shop.program<{ items: { reservedQty: number }[] }>('GET /api/inventory')
  expect(inventory.body.items.map(({ reservedQty }) => reservedQty)).toEqual([0])
}
