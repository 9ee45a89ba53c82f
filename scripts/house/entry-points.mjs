/** The functions that start an order and a round of the chain. */
export const entryPoints = {
  order: { path: 'features/orders/sell/place-order.ts', name: 'placeOrder' },
  chainRound: { path: 'features/settlement/watch-chain.ts', name: 'watchChain' },
}

/** The folders that handle money, lowest layer first. A folder may import those before it. */
export const moneyFolders = [
  'payments/value',
  'payments/index',
  'payments/quote',
  'payments/find',
  'payouts/backoff',
  'payouts/flush',
  'payouts/distribute',
  'settlement/decide',
  'settlement/post',
]
