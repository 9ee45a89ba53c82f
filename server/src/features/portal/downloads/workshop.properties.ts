import { expect, vi } from 'vitest'
import type { ReceiptSheet } from './sheet.js'

/** Threads that print nothing before they are told to, and then the receipt's number. */
export function aWorkshop() {
  const shop = {
    started: 0,
    ended: 0,
    /** Whether the last one has come to its end by itself. */
    isBroken: false,
    begun: [] as { id: string; finish: () => void; fail: () => void }[],
    start: () => {
      shop.started += 1
      shop.isBroken = false
      return {
        print: ({ receiptId: id }: ReceiptSheet) =>
          new Promise<Buffer>((resolve, reject) => {
            const fail = () => {
              shop.isBroken = true
              reject(new Error('out of paper'))
            }
            shop.begun.push({ id, finish: () => resolve(Buffer.from(id)), fail })
          }),
        hasEnded: () => shop.isBroken,
        end: async () => {
          shop.ended += 1
        },
      }
    },
    begins: (count: number) => vi.waitFor(() => expect(shop.begun).toHaveLength(count)),
  }
  return shop
}
