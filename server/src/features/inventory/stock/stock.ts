/** An item and how much of it. */
export type Quantity = { itemId: string; qty: number }

/** Stock to hold, and the version of the item whose price was used. */
export type WantedStock = Quantity & { version: number }

/** An item without enough stock. */
export type Shortage = { itemId: string; available: number }
