/** An item and how much of it. */
export type Quantity = { itemId: string; qty: number }

/** Stock to hold, with the version of the item whose price was used and what it said of its stock. */
export type WantedStock = Quantity & { version: number; isLimited: boolean }

/** An item without enough stock. */
export type Shortage = { itemId: string; available: number }
