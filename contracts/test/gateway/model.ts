import type { Asset, Slot } from './steps.js'

/** A model of the gateway, with one balance for each place that can hold money. */
export type Model = ReturnType<typeof createModel>

export function createModel() {
  const held = new Map<string, bigint>()
  const received = new Map<string, bigint>()
  const refusing = new Set<string>()
  let spent = new Map<Asset, bigint>()

  const add = (where: Map<string, bigint>, key: string, amount: bigint) =>
    where.set(key, (where.get(key) ?? 0n) + amount)
  const placeOf = (asset: Asset, payout: number) => `${asset} ${payout}`
  const slotOf = (asset: Asset, { payout, receipt }: Slot) => `${asset} ${payout} ${receipt}`
  const spend = (asset: Asset, amount: bigint) => {
    spent = new Map(spent).set(asset, (spent.get(asset) ?? 0n) + amount)
  }

  return {
    heldBy: (asset: Asset, slot: Slot) => held.get(slotOf(asset, slot)) ?? 0n,
    receivedBy: (asset: Asset, payout: number) => received.get(placeOf(asset, payout)) ?? 0n,
    spentOf: (asset: Asset) => spent.get(asset) ?? 0n,

    payIn(asset: Asset, slot: Slot, amount: bigint): void {
      spend(asset, amount)
      add(held, slotOf(asset, slot), amount)
    },

    /** Returns the amount that arrives, or null when the call fails. */
    pay(asset: Asset, payout: number, amount: bigint): bigint | null {
      if (refusing.has(placeOf(asset, payout))) return null
      spend(asset, amount)
      add(received, placeOf(asset, payout), amount)
      return amount
    },

    /** Returns the amount that arrives, or null when the call fails. */
    flush(asset: Asset, slot: Slot): bigint | null {
      const amount = held.get(slotOf(asset, slot)) ?? 0n
      if (amount > 0n && refusing.has(placeOf(asset, slot.payout))) return null
      held.delete(slotOf(asset, slot))
      add(received, placeOf(asset, slot.payout), amount)
      return amount
    },

    setRefuses(asset: Asset, payout: number, refuses: boolean): void {
      if (refuses) refusing.add(placeOf(asset, payout))
      else refusing.delete(placeOf(asset, payout))
    },
  }
}
